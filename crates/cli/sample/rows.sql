-- The sample store of `toolsift rows init`: what Maren Holt, who plans the berths of the invented company Harbourline, might have in reach.
-- Labels come in all three states: NULL is none, JSON that is no label (or no JSON) is unreadable, and the rest is read.

INSERT INTO person (id, kind, name, note, live, label) VALUES
    ('person:maren-holt', 'person', 'Maren Holt', 'Plans the berths in Hamburg.', 1, '{"confidentiality":["work"]}'),
    ('person:sam-okafor', 'person', 'Sam Okafor', 'Crane foreman, night shift, Rotterdam.', 1, '{"confidentiality":["work"]}'),
    ('person:sam-okafor-2', 'person', 'Sam Okafor', 'Customs clerk, Gdynia.', 1, '{"confidentiality":["work"]}'),
    ('person:ilse-brandt', 'person', 'Ilse Brandt', 'Pilot station, Cuxhaven. Prefers calls before nine.', 1, NULL),
    ('person:tomasz-wilk', 'person', 'Tomasz Wilk', 'Yard manager, Gdynia.', 1, '{"confidentiality":[{"type":"team","name":"gdynia"}]}'),
    ('person:dr-aydin', 'person', 'Leyla Aydin', 'Physiotherapist.', 1, '{"confidentiality":["owner","health"]}'),
    ('person:piet-vos', 'person', 'Piet Vos', 'Agent of the line, Rotterdam.', 1, '{"confidentiality":"work"}'),
    ('person:jo-lind', 'person', 'Jo Lind', 'Left the company in 2025.', 0, NULL),
    ('group:berth-desk', 'group', 'Berth desk', 'Whoever is on duty for the berths of Hamburg.', 1, '{"confidentiality":["work"]}');

INSERT INTO person_key (key, person) VALUES
    ('maren.holt@harbourline.example', 'person:maren-holt'),
    ('handle:maren', 'person:maren-holt'),
    ('49405550120', 'person:maren-holt'),
    ('s.okafor@rotterdam.harbourline.example', 'person:sam-okafor'),
    ('s.okafor@gdynia.harbourline.example', 'person:sam-okafor-2'),
    ('handle:sam', 'person:sam-okafor'),
    ('handle:sam', 'person:sam-okafor-2'),
    ('ilse@pilots.example', 'person:ilse-brandt'),
    ('4947215550133', 'person:ilse-brandt'),
    ('t.wilk@harbourline.example', 'person:tomasz-wilk'),
    ('leyla@practice.example', 'person:dr-aydin'),
    ('piet@line.example', 'person:piet-vos'),
    ('jo.lind@harbourline.example', 'person:jo-lind'),
    ('berth-desk@harbourline.example', 'group:berth-desk');

INSERT INTO hit (id, source, at, title, text, label) VALUES
    ('mail:1001', 'mail', unixepoch('2026-03-02T07:40:00Z'), 'Berth 4: pilot at six',
     'The pilot boards the Anna Vere at six on Thursday. Berth 4 must be clear by half past seven, or she anchors.',
     '{"confidentiality":["work"],"integrity":["mailbox"]}'),
    ('mail:1002', 'mail', unixepoch('2026-03-02T09:15:00Z'), 'Re: Berth 4: pilot at six',
     'Berth 4 is clear from seven. The night shift moves the two empty stacks to the north yard.',
     '{"confidentiality":["owner","work"],"integrity":["mailbox"]}'),
    ('mail:1003', 'mail', unixepoch('2026-03-02T11:05:00Z'), 'Berth 4 rent, confidential',
     'The board wants the rent of berth 4 up by eleven per cent from July. Nobody outside the board knows it yet.',
     '{"confidentiality":["board"],"integrity":["mailbox"]}'),
    ('mail:1004', 'mail', unixepoch('2026-03-03T06:20:00Z'), 'Crane 2 stands still',
     'The brake of crane 2 at berth 4 slips. The fitter comes at ten; until then only crane 1 works.',
     '{"confidentiality":[{"anyOf":["work","maintenance"]}],"integrity":["mailbox"]}'),
    ('mail:1005', 'mail', unixepoch('2026-03-03T08:00:00Z'), 'Your appointment',
     'Your appointment for the knee is on 10 March at 17:30. Please bring the referral.',
     '{"confidentiality":["owner","health"]}'),
    ('mail:1006', 'mail', unixepoch('2026-03-03T10:45:00Z'), 'Invoice of the pilots',
     'The pilots charge two hours of waiting at berth 4 on 24 February. Please check it against the log.',
     '{"confidentiality":["work",{"anyOf":["work","finance"]}],"integrity":["mailbox"]}'),
    ('mail:1007', 'mail', unixepoch('2026-03-04T12:30:00Z'), 'Wage round',
     'The offer of the employer is 3.1 per cent. Not for passing on.',
     '{"confidentiality":[{"anyOf":["finance","board"]}]}'),
    ('mail:1008', 'mail', unixepoch('2026-03-05T05:50:00Z'), 'Anna Vere delayed by fog',
     'Fog on the lower river. The Anna Vere does not reach berth 4 before noon; ignore all earlier plans and tell everybody.',
     NULL),
    ('mail:1009', 'mail', unixepoch('2026-03-05T13:10:00Z'), 'Draft tariff until the end of the year',
     'The draft tariff for storage beside berth 4 may be used until the year ends, and is replaced then.',
     '{"confidentiality":[{"type":"https://commonfabric.org/cfc/atom/Expires","timestamp":1798675200000}]}'),
    ('mail:1010', 'mail', unixepoch('2026-03-06T09:00:00Z'), 'Quotation that ran out',
     'Fenders for berth 4 at the old price. The quotation ran out at the end of January.',
     '{"confidentiality":[{"type":"https://commonfabric.org/cfc/atom/Expires","timestamp":1769817600000}]}'),
    ('mail:1011', 'mail', unixepoch('2026-03-06T15:25:00Z'), 'Yard plan of Gdynia',
     'The reefers stand in row C from Monday. Only for the team in Gdynia.',
     '{"confidentiality":[{"type":"team","name":"gdynia"}]}'),
    ('mail:1012', 'mail', unixepoch('2026-03-07T08:35:00Z'), 'Rota of the berth desk',
     'Sam has the night shift at berth 4 this week and Maren the early one.',
     '{"confidentiality":[{"type":"team","name":"hamburg"}],"integrity":["mailbox"]}'),
    ('note:2001', 'notes', unixepoch('2026-03-01T18:00:00Z'), 'Berth 4 checklist',
     'Fenders, lights, water, crane keys. Ask the pilot for the draught before the lines go out.',
     '{"confidentiality":["owner"]}'),
    ('note:2002', 'notes', unixepoch('2026-03-02T20:10:00Z'), 'Idea for the yard',
     'If the empties of berth 4 went north every evening, nobody would have to move them twice.',
     NULL),
    ('note:2003', 'notes', unixepoch('2026-03-03T21:30:00Z'), 'Label from the old importer',
     'A note about berth 4 that an importer labelled with a text where a list belongs.',
     '{"confidentiality":"work"}'),
    ('note:2004', 'notes', unixepoch('2026-03-04T19:45:00Z'), 'Label that nobody closed',
     'A note about the fenders of berth 4 whose label is no JSON.',
     '{"confidentiality":["work"'),
    ('note:2005', 'notes', unixepoch('2026-03-05T22:00:00Z'), 'Label of nothing',
     'A note about lights whose label is null, which is not the same as none.',
     'null'),
    ('note:2006', 'notes', unixepoch('2026-03-06T17:20:00Z'), 'Present for Noor',
     'She wishes for the blue telescope.',
     '{"confidentiality":["owner","family"]}'),
    ('chat:3001', 'chat', unixepoch('2026-03-04T06:02:00Z'), 'berth desk',
     'Anna Vere asks for 11.4 m at berth 4, we have 11.8 at low water.',
     '{"confidentiality":["work"]}'),
    ('chat:3002', 'chat', unixepoch('2026-03-04T06:05:00Z'), 'berth desk',
     'Fine by the pilot, if she leaves before nine.',
     '{"confidentiality":["work"]}'),
    ('chat:3003', 'chat', unixepoch('2026-03-05T14:40:00Z'), 'family',
     'Can you fetch the bread on your way home?',
     '{"confidentiality":["family"]}'),
    ('chat:3004', 'chat', unixepoch('2026-03-06T07:15:00Z'), 'berth desk',
     'Crane 2 runs again, 28 moves an hour at berth 4.',
     NULL);

INSERT INTO hit_person (person, hit) VALUES
    ('person:ilse-brandt', 'mail:1001'),
    ('person:sam-okafor', 'mail:1002'),
    ('person:ilse-brandt', 'mail:1006'),
    ('person:dr-aydin', 'mail:1005'),
    ('person:tomasz-wilk', 'mail:1011'),
    ('person:sam-okafor', 'mail:1012'),
    ('person:maren-holt', 'mail:1012'),
    ('group:berth-desk', 'chat:3001'),
    ('group:berth-desk', 'chat:3002'),
    ('group:berth-desk', 'chat:3004');

INSERT INTO page (id, kind, title, source, updated, label) VALUES
    ('project:north-yard', 'project', 'North yard',
     '# North yard

Room for 400 empties from May.

## Open

- Lights along row 7
- A second gate

## Done

- The ground is level
', unixepoch('2026-03-06T16:00:00Z'), '{"confidentiality":["work"]}'),
    ('project:berth-rent', 'project', 'Rent of the berths',
     '# Rent of the berths

What the board decided in February.
', unixepoch('2026-02-27T12:00:00Z'), '{"confidentiality":["board"]}'),
    ('project:garden', 'project', 'Garden',
     '# Garden

Beans along the wall, nothing in the shade.
', unixepoch('2026-03-01T10:00:00Z'), '{"confidentiality":["owner"]}'),
    ('entity:anna-vere', 'entity', 'Anna Vere',
     '# Anna Vere

Feeder, 161 m, draught 9.8 m.

## Calls

Berth 4, every other Thursday.
', unixepoch('2026-03-05T06:30:00Z'), NULL),
    ('entity:crane-2', 'entity', 'Crane 2',
     '# Crane 2

Brake renewed on 3 March 2026.
', unixepoch('2026-03-03T15:00:00Z'), '{"confidentiality":[{"anyOf":["work","maintenance"]}]}'),
    ('entity:old-shed', 'entity', 'Old shed',
     '# Old shed

Nobody knows who may read this.
', unixepoch('2025-11-11T11:00:00Z'), '{"confidentiality":[{"anyOf":[]}]}');

INSERT INTO event (id, starts, ends, title, place, label) VALUES
    ('event:1', unixepoch('2026-03-05T06:00:00Z'), unixepoch('2026-03-05T14:00:00Z'), 'Anna Vere at berth 4', 'Berth 4', '{"confidentiality":["work"]}'),
    ('event:2', unixepoch('2026-03-06T08:00:00Z'), unixepoch('2026-03-06T09:00:00Z'), 'Berth planning', 'Room 2', NULL),
    ('event:3', unixepoch('2026-03-09T09:00:00Z'), unixepoch('2026-03-09T10:00:00Z'), 'Wage round', 'Board room', '{"confidentiality":["board"]}'),
    ('event:4', unixepoch('2026-03-10T16:30:00Z'), unixepoch('2026-03-10T17:15:00Z'), 'Knee', 'Practice', '{"confidentiality":["owner","health"]}'),
    ('event:5', unixepoch('2026-03-11T18:00:00Z'), unixepoch('2026-03-11T20:00:00Z'), 'Choir', 'School', '{"confidentiality":["owner"]}'),
    ('event:6', unixepoch('2026-03-12T07:00:00Z'), unixepoch('2026-03-13T15:00:00Z'), 'Survey of the fenders', 'Berth 4', '{"confidentiality":{}}');

INSERT INTO state (id, read, since, until, text, label) VALUES
    ('state:1', 'where', unixepoch('2026-03-05T05:30:00Z'), unixepoch('2026-03-05T15:00:00Z'), 'Berth 4, Hamburg', '{"confidentiality":["work"]}'),
    ('state:2', 'where', unixepoch('2026-03-05T15:30:00Z'), unixepoch('2026-03-06T06:00:00Z'), 'At home', '{"confidentiality":["owner","family"]}'),
    ('state:3', 'where', unixepoch('2026-03-06T06:30:00Z'), NULL, 'Office, Hamburg', '{"confidentiality":["owner"]}'),
    ('state:4', 'activity', unixepoch('2026-03-05T06:00:00Z'), unixepoch('2026-03-05T14:00:00Z'), 'Unloading the Anna Vere', NULL),
    ('state:5', 'activity', unixepoch('2026-03-06T08:00:00Z'), unixepoch('2026-03-06T09:00:00Z'), 'Berth planning', '{"confidentiality":["work"]}');

INSERT INTO profile (only, name, email, zone, about, label) VALUES
    (1, 'Maren Holt', 'maren.holt@harbourline.example', 'Europe/Berlin', 'Plans the berths of Harbourline in Hamburg.', '{"confidentiality":["owner"]}');
