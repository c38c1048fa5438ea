/** Tables of the Text Library. */
export const librarySchema = `
CREATE TABLE IF NOT EXISTS folder (
  id TEXT PRIMARY KEY, company TEXT NOT NULL REFERENCES company, name TEXT NOT NULL, nameKey TEXT NOT NULL,
  parent TEXT REFERENCES folder,
  isDefault INTEGER NOT NULL, code TEXT, codeKey TEXT, private INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS folderByCompany ON folder (company, name, id);
CREATE INDEX IF NOT EXISTS folderByParent ON folder (parent);
CREATE TABLE IF NOT EXISTS text (
  id TEXT PRIMARY KEY, company TEXT NOT NULL REFERENCES company, folder TEXT NOT NULL REFERENCES folder,
  code TEXT NOT NULL, codeKey TEXT NOT NULL,
  name TEXT, description TEXT, contentType INTEGER NOT NULL, isPublic INTEGER NOT NULL, defaultLanguage TEXT,
  searchKey TEXT NOT NULL, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS textByCode ON text (company, code, id);
CREATE INDEX IF NOT EXISTS textByCodeKey ON text (company, codeKey);
CREATE INDEX IF NOT EXISTS textByFolder ON text (folder, code);
CREATE TABLE IF NOT EXISTS translation (
  text TEXT NOT NULL REFERENCES text ON DELETE CASCADE, language TEXT NOT NULL, content TEXT NOT NULL,
  source INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  PRIMARY KEY (text, language)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reviewer (
  text TEXT PRIMARY KEY REFERENCES text ON DELETE CASCADE, name TEXT NOT NULL
) STRICT;
`;
