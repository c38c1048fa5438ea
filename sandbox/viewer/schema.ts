/** Tables of the connected viewer archive; times are milliseconds of the service's clock. */
export const viewerSchema = `
CREATE TABLE IF NOT EXISTS viewerSchema (
  company TEXT NOT NULL REFERENCES company, name TEXT NOT NULL, PRIMARY KEY (company, name)
) STRICT;
CREATE TABLE IF NOT EXISTS viewerDocument (
  id TEXT PRIMARY KEY, company TEXT NOT NULL, environment TEXT NOT NULL, schema TEXT NOT NULL, userId TEXT NOT NULL,
  metadataJson TEXT NOT NULL, bytes BLOB NOT NULL, createdAt INTEGER NOT NULL,
  FOREIGN KEY (company, schema) REFERENCES viewerSchema (company, name)
) STRICT;
CREATE INDEX IF NOT EXISTS viewerDocumentBySchema ON viewerDocument (company, environment, schema, createdAt);
`;
