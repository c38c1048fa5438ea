/** Opens the sandbox's state: one SQLite database, held by one process. */
import { createHmac, randomBytes } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue, StatementSync } from "node:sqlite";
import { privateDatabase, privateFolder } from "../disk/index.ts";
import { messageOf } from "../language/index.ts";
import type { State } from "./base/state.ts";
import { choices, listeners, schema } from "./services.ts";

const schemaVersion = 1;

/** The tables of the state itself; the others belong to services. */
const ownTables = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS choice (id TEXT PRIMARY KEY, alternative TEXT NOT NULL) STRICT;
`;

/** Throws if another process holds the folder's state, or if the state has another version. */
export function openState(data: string | undefined): State {
  const db = open(data);
  const statements = new Map<string, StatementSync>();
  const statement = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const made = db.prepare(sql);
    statements.set(sql, made);
    return made;
  };
  const one = <T>(sql: string, ...values: SQLInputValue[]) => statement(sql).get(...values) as T | undefined;
  const run = (sql: string, ...values: SQLInputValue[]) => Number(statement(sql).run(...values).changes);
  const meta = (key: string) => one<{ value: string }>("SELECT value FROM meta WHERE key = ?", key)?.value;
  const setMeta = (key: string, value: string) =>
    void run("INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", key, value);
  /** Cached, because a request for a list reads some choices for every item. */
  let chosen: ReadonlyMap<string, string> | undefined;

  const transaction = <T>(work: () => T): T => {
    db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      db.exec("COMMIT");
      return result;
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      chosen = undefined;
      throw error;
    }
  };
  try {
    transaction(() => {
      db.exec(ownTables + schema);
      if ((meta("version") ?? String(schemaVersion)) !== String(schemaVersion)) {
        throw new Error(
          `The sandbox's state in ${data} was written by another version (${meta("version")}, not ${schemaVersion}). Start with an empty folder.`,
        );
      }
      setMeta("version", String(schemaVersion));
      if (meta("key") === undefined) setMeta("key", randomBytes(32).toString("hex"));
    });
  } catch (error) {
    db.close();
    throw error instanceof Error && "errcode" in error ? cannotOpen(data, error) : error;
  }
  const key = meta("key") ?? "";
  let offset = Number(meta("clock") ?? 0);

  return {
    all: <T>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as T[],
    one,
    run,
    transaction,
    now: () => Date.now() + offset,
    advance: (milliseconds) => {
      offset += milliseconds;
      setMeta("clock", String(offset));
    },
    secret: (name) => createHmac("sha256", key).update(name).digest("base64url"),
    choice: (id) =>
      (chosen ??= new Map(
        (statement("SELECT id, alternative FROM choice").all() as { id: string; alternative: string }[]).map(
          ({ id, alternative }) => [id, alternative],
        ),
      )).get(id) ?? choices[id].choice,
    choose(id, alternative) {
      run(
        "INSERT INTO choice VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET alternative = excluded.alternative",
        id,
        alternative,
      );
      chosen = undefined;
    },
    forgetChoices() {
      run("DELETE FROM choice");
      chosen = undefined;
    },
    listeners,
    meta,
    setMeta,
    close: () => db.close(),
  };
}

/**
 * SQLite itself holds the lock: it locks the file exclusively from the start, and the operating system releases the
 * lock however the process ends. Commits survive a killed process; only a power cut could lose the latest ones.
 */
function open(data: string | undefined): DatabaseSync {
  if (data === undefined) {
    const db = new DatabaseSync(":memory:");
    db.exec("PRAGMA foreign_keys = ON");
    return db;
  }
  const path = join(data, "sandbox.db");
  const db = openIn(data, path);
  try {
    db.exec(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; BEGIN EXCLUSIVE; COMMIT",
    );
    refuseCut(path, db);
    return db;
  } catch (error) {
    db.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new Error(`Another sandbox is using ${data}. Stop it, or choose another folder with --data.`, {
        cause: error,
      });
    }
    throw cannotOpen(data, error);
  }
}

function openIn(data: string, path: string): DatabaseSync {
  try {
    // An existing folder belongs to the user, who may let others read it, so only a new one is made private. The
    // database holds secrets, so it is always made private.
    if (!existsSync(data)) privateFolder(data);
    // SQLite treats a file of a few bytes as empty, and would start over.
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0 && size < 100) throw new Error("The file has been cut off.");
    return privateDatabase(path);
  } catch (error) {
    throw cannotOpen(data, error);
  }
}

function cannotOpen(data: string | undefined, error: unknown): Error {
  return new Error(
    `The sandbox cannot open its state in ${data}: ${messageOf(error).replace(/\.?$/, ".")} Start with another folder; this one is not changed.`,
    { cause: error },
  );
}

/**
 * Throws if the file ends inside a page: SQLite itself detects that whole pages are missing, but would read the rest of
 * a cut page as zeros. Writes the log into the file first, because the log may contain the rest.
 */
function refuseCut(path: string, db: DatabaseSync): void {
  const pageSize = Number(db.prepare("PRAGMA page_size").get()?.["page_size"]);
  if (statSync(path).size % pageSize === 0) return;
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  if (statSync(path).size % pageSize !== 0) throw new Error("The end of the file is missing.");
}
