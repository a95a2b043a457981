import time, sys
from collections import Counter
from regulars.datasets.formats import open_data
from regulars.datasets.recording import count_issues
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.language.packs import ontology_of
for f in ['locomo10.json','realmem','longmemeval/oracle_sample.json','longmemeval/s_sample.json']:
    t=time.perf_counter(); o=open_data('/work/shared/data/'+f); dt=time.perf_counter()-t
    S=o.scenarios
    print(f,[x.reader for x in o.files],round(dt,3),len(S),sum(len(s.sessions) for s in S),sum(len(x.turns) for s in S for x in s.sessions),sum(len(s.probes) for s in S), count_issues(S), Counter(p.code for s in S for p in validate_scenario(s,ontology_of('english'))))
