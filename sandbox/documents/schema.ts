/** Tables of the document editor; times are milliseconds of the service's clock. */
export const documentsSchema = `
CREATE TABLE IF NOT EXISTS metaFile (
  company TEXT NOT NULL REFERENCES company, name TEXT NOT NULL, contentJson TEXT NOT NULL, PRIMARY KEY (company, name)
) STRICT;
CREATE TABLE IF NOT EXISTS requestBucket (
  company TEXT PRIMARY KEY REFERENCES company, filled REAL NOT NULL, at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS editingSession (
  id TEXT PRIMARY KEY, company TEXT NOT NULL REFERENCES company, environment TEXT NOT NULL,
  startParameter TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL, opened INTEGER NOT NULL, dxml TEXT, callback TEXT, sealedSignIn TEXT,
  createdAt INTEGER NOT NULL, modifiedAt INTEGER NOT NULL, validTo INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS editingSessionByCreation ON editingSession (company, environment, createdAt);
CREATE INDEX IF NOT EXISTS editingSessionByEnd ON editingSession (validTo) WHERE dxml IS NOT NULL;
`;
