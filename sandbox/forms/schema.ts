/** Tables of Smartforms, their webhooks, and the forms made from them. */
export const formsSchema = `
CREATE TABLE IF NOT EXISTS smartform (
  id TEXT PRIMARY KEY, company TEXT NOT NULL REFERENCES company, position INTEGER NOT NULL, contentJson TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS deployment (
  smartform TEXT NOT NULL REFERENCES smartform ON DELETE CASCADE, environment TEXT NOT NULL, versionKey TEXT NOT NULL,
  contentJson TEXT NOT NULL,
  PRIMARY KEY (smartform, environment)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS webhook (
  smartform TEXT NOT NULL REFERENCES smartform ON DELETE CASCADE, url TEXT NOT NULL, name TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  PRIMARY KEY (smartform, url)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS form (
  id TEXT PRIMARY KEY, company TEXT NOT NULL REFERENCES company, smartform TEXT NOT NULL REFERENCES smartform,
  environment TEXT, legacy INTEGER NOT NULL, versionKey TEXT, contentJson TEXT NOT NULL, recordJson TEXT NOT NULL,
  step INTEGER NOT NULL, submitted INTEGER NOT NULL, createdAt INTEGER NOT NULL, deleteAt INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS formByCompany ON form (company, createdAt);
CREATE TABLE IF NOT EXISTS file (
  id TEXT PRIMARY KEY, form TEXT NOT NULL REFERENCES form ON DELETE CASCADE, property TEXT NOT NULL, name TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
`;
