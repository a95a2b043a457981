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
      - person: Ada                           # not needed where there is only one
        start: 2025-01-14 18:30               # on the clock of the person, or with an offset
        agenda:
          - tell: {attribute: home_city, value: Lyon, anchor: true}
          - small_talk
          - request: home_city                # short for {attribute: home_city}
    probes:
      - {attribute: home_city, time: 2025-04-01}

What an agenda can hold beside that:

    - delegate: {attribute: boat_name, options: [Aurora, Kittiwake]}   # the assistant chooses
    - outcome: boat_name                      # how its choice turned out
    - end: pet_name                           # the fact is over, and nothing takes its place
    - relay: {attribute: job, value: baker}   # what somebody else claims, wrongly
    - forget: diet
    - remind: next_trip                       # the next session begins with the question whether it is brought up
    - message: {to: doctor, with: allergy, without: salary}
    - plan: hike                              # begins a project; {project: hike, state: suspend} moves it on
    - consult: hike                           # asks how to proceed

Everything else is filled in: ids, greetings and closes, the words, a probe for each question that is raised, and what
makes a choice one under a constraint. All that is wrong is listed at once, with file and line, and then nothing
is made.
"""

from __future__ import annotations

from regulars.scenarios.own.reading import ENDINGS, read_own

__all__ = ["ENDINGS", "read_own"]
