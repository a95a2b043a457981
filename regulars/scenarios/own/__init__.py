"""Scenarios written by hand in YAML: people with lives and projects, sessions, out-of-band probes.

    name: Ada's move
    persons:
      - name: Ada
        zone: Europe/Oslo                     # any field of a persona, all optional
        facts:
          - {attribute: home_city, value: Lyon, since: 2020-05-01, until: 2025-03-01}
          - {attribute: home_city, value: Bergen, since: 2025-03-01}
        rules:
          - {kind: length, setting: one_sentence, shown: stated}
          - {kind: procedure, domain: travel, steps: [passport, insurance]}   # how plans should go
        projects:
          - {name: hike, domain: travel, goal: a week of hiking}
        renamed: {name: Adele, since: 2025-02-01}
    sessions:
      - person: Ada                           # not needed if there is only one person
        start: 2025-01-14 18:30               # on the person's clock, or with an offset
        agenda:
          - tell: {attribute: home_city, value: Lyon, anchor: true}
          - small_talk
          - request: home_city                # short for {attribute: home_city}
    probes:
      - {attribute: home_city, time: 2025-04-01}

An agenda can also hold:

    - delegate: {attribute: boat_name, options: [Aurora, Kittiwake]}   # the assistant chooses
    - outcome: boat_name                      # how its choice turned out
    - end: pet_name                           # the fact is over and has no successor
    - relay: {attribute: job, value: baker}   # a false claim of another person
    - gossip: {attribute: job, values: [baker, coroner]}   # what other people have
    - mention: {attribute: diet, sort: quoted, value: vegan}   # said, and not told; or former, planned, imagined, again
    - forget: diet
    - remind: next_trip                       # the next session begins by asking for the reminder
    - message: {to: doctor, with: allergy, without: salary}
    - plan: hike                              # begins a project; {project: hike, state: suspend} moves it on
    - consult: hike                           # asks how to proceed

The reader fills in the rest: ids, greetings, closes, words, a probe for each question, and the constraints of choices.
It lists all faults at once, with file and line. It makes a scenario only if there are none.
"""

from __future__ import annotations

from regulars.scenarios.own.reading import ENDINGS, read_own

__all__ = ["ENDINGS", "read_own"]
