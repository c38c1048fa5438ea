/** What may be killed: one line for each operation of the library that writes, and the recovery after it. */
import { grantTicket } from "../../sandbox/permits.ts";
import type { Api } from "../../../api/index.ts";
import { guardedWrite, type WritePorts } from "../../../client/guardedWrite.ts";
import { bringBackText, goneFrom } from "../../../client/history/bringBackModel.ts";
import type { Journal } from "../../../client/journal.ts";
import { createKept, deleteText, recreation } from "../../../client/libraryWrites.ts";
import { findUnfinished } from "../../../client/textlib/unfinished.ts";
import type { LibraryText } from "../../../client/writePlan.ts";

export const identity = "the library of the kills";
const connection = "sandbox";

export interface Place {
  readonly api: Api;
  readonly journal: Journal;
  readonly lock: WritePorts["lock"];
}

/** What an operation needs to know: the text as it was read before, and another folder. */
export interface Subject {
  readonly text: LibraryText;
  readonly otherFolder: string;
}

type Operation = (place: Place, subject: Subject) => Promise<unknown>;

/** What the operation means to have done; `gone` where the text is to be away. */
export type Meaning = (text: LibraryText | null, subject: Subject) => boolean;

export const written = "what was typed\nin two lines";

const save: Operation = (place, { text }) => guardedWrite({ identity, connection, base: text, change: { translations: new Map([["en", written]]) } }, place);
const move: Operation = (place, { text, otherFolder }) => guardedWrite({ identity, connection, base: text, change: { fields: { folderId: otherFolder } } }, place);
const create: Operation = ({ api, journal }, { text }) => createKept(api, journal, { identity, connection, body: { ...recreation(text), code: `${text.code}-new` } });
const remove: Operation = ({ api, journal }, { text }) => deleteText(api, journal, {
  identity, connection, text, ticket: grantTicket({ connection: api.connection, operation: "textlibrary.texts.delete", receivers: [], path: { id: text.id } }),
});
const restore: Operation = async (place, subject) => {
  for (const { text } of goneFrom((await place.journal.open(identity)).entries, []).texts) if (text.id === subject.text.id) await bringBack(place, text);
};

export const operations = { save, move, create, delete: remove, restore } satisfies Record<string, Operation>;
export type OperationName = keyof typeof operations;

function bringBack({ api, journal }: Place, text: LibraryText) {
  return bringBackText(text, {
    api, create: (body) => createKept(api, journal, { identity, connection, body }),
    async settle(formerId) {
      for (const entry of (await journal.open(identity)).entries) if (entry.kind === "deleted" && entry.textId === formerId) await journal.clear(entry.id);
    },
  });
}

/** What a window does at its start, and the author's yes to what it offers. */
export async function recover(place: Place): Promise<void> {
  const { open, unreadable } = await findUnfinished({ ...place, identity });
  if (unreadable.length > 0) throw new Error(`A journal entry is half there: ${unreadable.join(", ")}`);
  for (const entry of open) {
    if (entry.kind === "create") {
      await createKept(place.api, place.journal, { identity, connection, body: entry.body });
      await place.journal.clear(entry.id);
      continue;
    }
    const result = await guardedWrite({ identity, connection, base: entry.base, change: entry.change }, place);
    if (result.state === "saved" || result.state === "unchanged") await place.journal.clear(entry.id);
  }
}
