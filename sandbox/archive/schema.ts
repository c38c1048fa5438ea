/**
 * Tables of the archive; times are milliseconds of the service's clock. A row of `archiveDocument` is one version: `id`
 * is the id of that version, `root` the id of the document's first version.
 */
export const archiveSchema = `
CREATE TABLE IF NOT EXISTS archiveFolder (
  id TEXT PRIMARY KEY, company TEXT NOT NULL REFERENCES company, path TEXT NOT NULL, UNIQUE (company, path)
) STRICT;
CREATE TABLE IF NOT EXISTS archiveColumn (
  company TEXT NOT NULL REFERENCES company, position INTEGER NOT NULL, title TEXT NOT NULL, searchable INTEGER NOT NULL,
  PRIMARY KEY (company, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS archiveDocument (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, root TEXT NOT NULL, version INTEGER NOT NULL,
  company TEXT NOT NULL REFERENCES company,
  environment TEXT NOT NULL, folder TEXT NOT NULL REFERENCES archiveFolder, fileName TEXT NOT NULL,
  searchJson TEXT NOT NULL, searchKey TEXT NOT NULL,
  smartform TEXT, dialog TEXT, type INTEGER NOT NULL, createdAt INTEGER NOT NULL, UNIQUE (root, version)
) STRICT;
CREATE INDEX IF NOT EXISTS archiveDocumentByTime ON archiveDocument (company, environment, createdAt);
CREATE TABLE IF NOT EXISTS archiveFile (
  document TEXT PRIMARY KEY REFERENCES archiveDocument (id) ON DELETE CASCADE, bytes BLOB NOT NULL
) STRICT;
`;
