-- A database of schema 1, as the program of that time wrote it: a game with a clock, a finished game, a game with a
-- secret that waits for its reveal, and a game in which a computer is to move.

CREATE TABLE tables (
  id VARCHAR(32) NOT NULL,
  phase VARCHAR(8) NOT NULL,
  public BOOLEAN NOT NULL,
  updated BIGINT NOT NULL,
  due BIGINT,
  PRIMARY KEY (id)
);
CREATE INDEX ix_tables_due ON tables (due);
CREATE INDEX tables_open ON tables (phase, public);
CREATE TABLE events (
  table_id VARCHAR(32) NOT NULL,
  seq INTEGER NOT NULL,
  kind VARCHAR(16) NOT NULL,
  at BIGINT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (table_id, seq)
);
CREATE TABLE sittings (
  guest VARCHAR(64) NOT NULL,
  table_id VARCHAR(32) NOT NULL,
  PRIMARY KEY (guest, table_id)
);
CREATE TABLE outages (begun BIGINT NOT NULL, ended BIGINT NOT NULL, PRIMARY KEY (begun));
CREATE TABLE meta (name VARCHAR(32) NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name));

INSERT INTO meta VALUES
  ('schema', '1'),
  ('secret', '5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e'),
  ('pulse', '1800000007000');
INSERT INTO outages VALUES (1799999990000, 1800000000000);
INSERT INTO tables VALUES
  ('table-0000000001', 'playing', false, 1800000003000, 1800000305000),
  ('table-0000000002', 'over', false, 1800000005000, NULL),
  ('table-0000000003', 'playing', false, 1800000006000, 1805184006000),
  ('table-0000000004', 'playing', false, 1800000007000, 1800000007000);
INSERT INTO sittings VALUES
  ('155f85591c9c2299889213b654e7d8a2', 'table-0000000001'),
  ('e2ad483a1c708d1e8f8f6e31c8b64197', 'table-0000000001'),
  ('155f85591c9c2299889213b654e7d8a2', 'table-0000000002'),
  ('e2ad483a1c708d1e8f8f6e31c8b64197', 'table-0000000002'),
  ('155f85591c9c2299889213b654e7d8a2', 'table-0000000003'),
  ('e2ad483a1c708d1e8f8f6e31c8b64197', 'table-0000000003'),
  ('155f85591c9c2299889213b654e7d8a2', 'table-0000000004');
INSERT INTO events VALUES
  ('table-0000000001', 0, 'created', 1800000000000, '{"game":"malawi","options":{"diagonals":true},"seats":[{"kind":"human","name":"Anna","level":null,"holders":["155f85591c9c2299889213b654e7d8a2"]},{"kind":"open","name":null,"level":null,"holders":[]}],"time":{"kind":"minutes","minutes":5.0,"increment":2.0},"public":false,"series":[],"seed":3591177675}'),
  ('table-0000000001', 1, 'joined', 1800000000000, '{"seat":1,"guest":"e2ad483a1c708d1e8f8f6e31c8b64197","name":"Ben"}'),
  ('table-0000000001', 2, 'decided', 1800000001000, '{"seat":0,"move":"a1-a3","key":"Anna 0","left":[302000,300000]}'),
  ('table-0000000001', 3, 'decided', 1800000002000, '{"seat":1,"move":"a6-a4","key":"Ben 0","left":[302000,302000]}'),
  ('table-0000000001', 4, 'decided', 1800000003000, '{"seat":0,"move":"b1-b3","key":"Anna 1","left":[304000,302000]}'),
  ('table-0000000002', 0, 'created', 1800000003000, '{"game":"malawi","options":{"diagonals":true},"seats":[{"kind":"human","name":"Anna","level":null,"holders":["155f85591c9c2299889213b654e7d8a2"]},{"kind":"open","name":null,"level":null,"holders":[]}],"time":{"kind":"none"},"public":false,"series":[],"seed":2749493598}'),
  ('table-0000000002', 1, 'joined', 1800000003000, '{"seat":1,"guest":"e2ad483a1c708d1e8f8f6e31c8b64197","name":"Ben"}'),
  ('table-0000000002', 2, 'decided', 1800000004000, '{"seat":0,"move":"a1-a3","key":"Anna 2","left":[0,0]}'),
  ('table-0000000002', 3, 'decided', 1800000005000, '{"seat":1,"move":"a6-a4","key":"Ben 1","left":[0,0]}'),
  ('table-0000000002', 4, 'ended', 1800000005000, '{"returns":[1.0,-1.0],"reason":"resigned","seat":1,"key":"Ben 2"}'),
  ('table-0000000003', 0, 'created', 1800000005000, '{"game":"massai","options":{"orthogonal":false,"fifteen":false},"seats":[{"kind":"human","name":"Anna","level":null,"holders":["155f85591c9c2299889213b654e7d8a2"]},{"kind":"open","name":null,"level":null,"holders":[]}],"time":{"kind":"none"},"public":false,"series":[],"seed":1341921377}'),
  ('table-0000000003', 1, 'joined', 1800000005000, '{"seat":1,"guest":"e2ad483a1c708d1e8f8f6e31c8b64197","name":"Ben"}'),
  ('table-0000000003', 2, 'decided', 1800000006000, '{"seat":0,"move":"a3,a4,b3,c2,c3","key":"Anna 3","left":[0,0]}'),
  ('table-0000000004', 0, 'created', 1800000006000, '{"game":"malawi","options":{"diagonals":true},"seats":[{"kind":"human","name":"Anna","level":null,"holders":["155f85591c9c2299889213b654e7d8a2"]},{"kind":"computer","name":null,"level":1,"holders":[]}],"time":{"kind":"none"},"public":false,"series":[],"seed":878125478}'),
  ('table-0000000004', 1, 'decided', 1800000007000, '{"seat":0,"move":"a1-a3","key":"Anna 4","left":[0,0]}');
