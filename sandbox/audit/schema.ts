/**
 * Tables of audit; times are milliseconds of the service's clock. The index answers a search without reading the
 * events.
 */
export const auditSchema = `
CREATE TABLE IF NOT EXISTS auditName (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, nameKey TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS auditEvent (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, company TEXT NOT NULL REFERENCES company,
  nameNumber INTEGER NOT NULL REFERENCES auditName,
  source INTEGER NOT NULL, level INTEGER NOT NULL, createdAt INTEGER NOT NULL, recordJson TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS auditByTime ON auditEvent (company, createdAt, number, nameNumber, source, level);
`;
