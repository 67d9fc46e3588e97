-- The store of `toolsift rows`. Times are seconds since 1970 in UTC. A `label` is the JSON of `ifc` or NULL: then the row has none.

CREATE TABLE hit (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    at INTEGER NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    label TEXT
);

CREATE INDEX hit_at ON hit (at, id);

-- What is searched. The texts stand in `hit` alone.
CREATE VIRTUAL TABLE hit_text USING fts5 (
    title, text, content = 'hit', content_rowid = 'number', tokenize = 'porter unicode61 remove_diacritics 2'
);

CREATE TRIGGER hit_added AFTER INSERT ON hit BEGIN
    INSERT INTO hit_text (rowid, title, text) VALUES (new.number, new.title, new.text);
END;

CREATE TRIGGER hit_removed AFTER DELETE ON hit BEGIN
    INSERT INTO hit_text (hit_text, rowid, title, text) VALUES ('delete', old.number, old.title, old.text);
END;

CREATE TRIGGER hit_changed AFTER UPDATE ON hit BEGIN
    INSERT INTO hit_text (hit_text, rowid, title, text) VALUES ('delete', old.number, old.title, old.text);
    INSERT INTO hit_text (rowid, title, text) VALUES (new.number, new.title, new.text);
END;

-- People and groups. Whoever is no longer live is found by nothing.
CREATE TABLE person (
    id TEXT PRIMARY KEY COLLATE NOCASE,
    kind TEXT NOT NULL CHECK (kind IN ('person', 'group')),
    name TEXT NOT NULL COLLATE NOCASE,
    note TEXT NOT NULL DEFAULT '',
    live INTEGER NOT NULL DEFAULT 1,
    label TEXT
);

CREATE INDEX person_name ON person (name);

-- What a person is found by besides id and name: an address, a handle with its `handle:`, or the digits of a phone number. Several may have the same.
CREATE TABLE person_key (
    key TEXT NOT NULL COLLATE NOCASE,
    person TEXT NOT NULL COLLATE NOCASE REFERENCES person,
    PRIMARY KEY (key, person)
) WITHOUT ROWID;

CREATE INDEX person_key_person ON person_key (person);

CREATE TABLE hit_person (
    person TEXT NOT NULL COLLATE NOCASE REFERENCES person,
    hit TEXT NOT NULL REFERENCES hit (id),
    PRIMARY KEY (person, hit)
) WITHOUT ROWID;

CREATE TABLE page (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('project', 'entity')),
    title TEXT NOT NULL,
    source TEXT NOT NULL,
    updated INTEGER NOT NULL,
    label TEXT
);

CREATE TABLE event (
    id TEXT PRIMARY KEY,
    starts INTEGER NOT NULL,
    ends INTEGER NOT NULL CHECK (ends >= starts),
    title TEXT NOT NULL,
    place TEXT NOT NULL DEFAULT '',
    label TEXT
);

CREATE INDEX event_starts ON event (starts, id);

-- What was so from `since` until `until`, or is still so.
CREATE TABLE state (
    id TEXT PRIMARY KEY,
    read TEXT NOT NULL CHECK (read IN ('where', 'activity')),
    since INTEGER NOT NULL,
    until INTEGER,
    text TEXT NOT NULL,
    label TEXT
);

CREATE INDEX state_since ON state (read, since, id);

-- Whose store this is: one row, or none.
CREATE TABLE profile (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    zone TEXT NOT NULL,
    about TEXT NOT NULL DEFAULT '',
    label TEXT
);
