/**
 * The tables of the sandbox's state. Columns that end in `Json` hold JSON; `…Key` columns hold the lower-case spelling
 * that uniqueness compares by default. Times are milliseconds of the service's clock. There is no column for a plain
 * secret, a social security number or a birth date, so that none can be stored by mistake.
 */
import { archiveSchema } from "./archive/schema.ts";
import { auditSchema } from "./audit/schema.ts";
import { documentsSchema } from "./documents/schema.ts";
import { signingSchema } from "./signing/schema.ts";
import { statisticsSchema } from "./statistics/schema.ts";

export const schemaVersion = 1;

export const schema = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS choice (id TEXT PRIMARY KEY, alternative TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS company (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS client (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, scope TEXT NOT NULL, company TEXT REFERENCES company
) STRICT;
CREATE TABLE IF NOT EXISTS token (
  hash TEXT PRIMARY KEY, client TEXT NOT NULL REFERENCES client, scope TEXT NOT NULL, expiresAt INTEGER NOT NULL
) STRICT;

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

CREATE TABLE IF NOT EXISTS outbox (number INTEGER PRIMARY KEY, itemJson TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS ledger (number INTEGER PRIMARY KEY, itemJson TEXT NOT NULL) STRICT;

${auditSchema}${statisticsSchema}${signingSchema}${archiveSchema}${documentsSchema}`;
