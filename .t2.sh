set -x
cd $(mktemp -d)
R="/tmp/venv/bin/python -m regulars.cli.main"
export PYTHONPATH=/tmp/w/readers
$R evaluate --memory none,bm25-turn --no-references --seeds 1 --out RUN 2>&1 | tail -3
$R evaluate --data RUN --memory bm25-turn,recency --no-references 2>&1 | head -30
$R evaluate --data RUN --relive --memory bm25-turn,recency --no-references 2>&1 | head -12
$R evaluate --memory bm25-turn,recency --seeds 1 --no-references 2>&1 | head -8
$R validate /work/shared/data/locomo10.json | (head -3; tail -1)
$R evaluate --data /work/shared/data/realmem/Lin_Wanyu_dialogues_256k.json --memory bm25-session,recency 2>&1 | head -30
