/**
 * Tables of digital signing; times are milliseconds of the service's clock. `change` numbers the changes of all orders;
 * the latest is the largest. No column exists for a personal number.
 */
export const signingSchema = `
CREATE TABLE IF NOT EXISTS signingOrder (
  id TEXT PRIMARY KEY, company TEXT NOT NULL REFERENCES company, status INTEGER NOT NULL, createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  change INTEGER NOT NULL, contentJson TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS signingOrderByDate ON signingOrder (company, createdAt);
CREATE INDEX IF NOT EXISTS signingOrderByChange ON signingOrder (company, change);
CREATE INDEX IF NOT EXISTS signingOrderChange ON signingOrder (change);
CREATE TABLE IF NOT EXISTS signingFile (
  id TEXT PRIMARY KEY, signingOrder TEXT NOT NULL REFERENCES signingOrder ON DELETE CASCADE, number INTEGER NOT NULL,
  name TEXT NOT NULL,
  bytes BLOB NOT NULL, signed BLOB
) STRICT;
CREATE INDEX IF NOT EXISTS signingFileByOrder ON signingFile (signingOrder, number);
CREATE TABLE IF NOT EXISTS signatory (
  signingOrder TEXT NOT NULL REFERENCES signingOrder ON DELETE CASCADE, number INTEGER NOT NULL,
  pageKey TEXT NOT NULL UNIQUE,
  signStatus INTEGER NOT NULL, signedAt INTEGER, contentJson TEXT NOT NULL,
  PRIMARY KEY (signingOrder, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS signature (
  id TEXT PRIMARY KEY, signingOrder TEXT NOT NULL, signatory INTEGER NOT NULL,
  file TEXT NOT NULL REFERENCES signingFile ON DELETE CASCADE,
  FOREIGN KEY (signingOrder, signatory) REFERENCES signatory ON DELETE CASCADE
) STRICT;
CREATE INDEX IF NOT EXISTS signatureByOrder ON signature (signingOrder, signatory);
CREATE INDEX IF NOT EXISTS signatureByFile ON signature (file);
`;
