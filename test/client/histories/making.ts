/** How the authors of a history create, delete and restore texts and folders. */
import { grantTicket } from "../../sandbox/permits.ts";
import { isApiError } from "../../../api/index.ts";
import type { ApiError } from "../../../api/index.ts";
import { bringBackFolder, bringBackText, goneFrom } from "../../../authoring/history/bringBack.ts";
import type { BringBackPorts, GoneFolder } from "../../../authoring/history/bringBack.ts";
import type { DiskJournal, Entry } from "../../../authoring/guard/journal.ts";
import {
  createFolder,
  createKept,
  deleteFolder,
  deleteText,
  updateFolder,
} from "../../../authoring/guard/libraryWrites.ts";
import type { CreateResult, NewFolder, NewText } from "../../../authoring/guard/libraryWrites.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import type { Folder } from "../../../language/index.ts";
import { noMaking } from "./makingOracle.ts";
import type { Chosen, Making } from "./makingOracle.ts";
import { below, oneOf } from "./turns.ts";
import { identity, journaled } from "./window.ts";
import type { Stage, Window } from "./window.ts";

/** Does one thing, or a few that belong together. `base`: a text that the author has read. */
export async function makeSomething(stage: Stage, window: Window, base: LibraryText): Promise<void> {
  const {
    random,
    theme: { kinds },
  } = stage;
  const kind = random();
  if (kind < kinds.create) await createOne(stage, window);
  else if (kind < kinds.create + kinds.delete) await deleteOne(stage, window, base.id);
  else if (kind < kinds.create + kinds.delete + kinds.bringBack) await bringBackAny(stage, window);
  else await tendFolders(stage, window);
}

/** Runs the work. While it runs, the oracle finds the work in `window.making`. */
async function at<T>(
  window: Window,
  making: Partial<Making>,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly making: Making }> {
  const [now, before] = [{ ...noMaking(), ...making }, window.making];
  window.making = now;
  const result = await work();
  window.making = before;
  return { result, making: now };
}

const entriesOf = async (window: Window): Promise<readonly Entry[]> => (await window.everything()).entries;

/**
 * Creates a text. Its code is unique, or equals another text's code, or is another text's code without the last
 * character. Somebody else may be creating the other text at the same time.
 */
async function createOne(stage: Stage, window: Window): Promise<void> {
  const { random, unique, library, theme } = stage;
  const others = [
    ...stage.bodies.map(({ code }) => code),
    ...stage.texts.flatMap((id) => stage.oracle.now(id)?.code ?? []),
  ];
  const last = stage.bodies.at(-1);
  const kind = random();
  const code =
    kind < 0.5 || others.length === 0
      ? `t-${unique()}`
      : kind < 0.8
        ? oneOf(random, others)
        : oneOf(random, others).slice(0, -1);
  const inFolders = stage.makingOracle.folders();
  const folderId =
    random() < theme.inFolders && inFolders.length > 0 ? oneOf(random, inFolders).id : oneOf(random, library.folders);
  const language = random() < 0.3 ? "SV" : "sv";
  const body: NewText =
    last !== undefined && random() < 0.25
      ? last
      : {
          folderId,
          code,
          name: unique(),
          description: unique(),
          contentType: 2,
          isPublic: random() < 0.5,
          defaultLanguage: "en",
          translations: {
            en: { content: `${unique()}\n${unique()}` },
            ...(random() < 0.5 ? { [language]: { content: `${unique()}\n` } } : {}),
          },
        };
  stage.bodies.push(body);
  await create(stage, window, body);
}

async function create(
  stage: Stage,
  window: Window,
  body: NewText,
  { former }: { readonly former?: string } = {},
): Promise<CreateResult<LibraryText>> {
  const { result, making } = await at(window, { body, ...(former === undefined ? {} : { id: former }) }, () =>
    createKept(window.api, window.journal, { identity, connection: "sandbox", body }),
  );
  stage.makingOracle.created(window, making, body, { result, entries: await window.own() });
  return result;
}

async function deleteOne(stage: Stage, window: Window, id: string): Promise<void> {
  const ticket = grantTicket({
    connection: window.api.connection,
    operation: "textlibrary.texts.delete",
    receivers: [],
    path: { id },
  });
  const { result, making } = await at(window, { id }, () =>
    orError(
      deleteText(window.api, window.journal, { identity, connection: "sandbox", text: { id, code: "" }, ticket }),
    ),
  );
  stage.makingOracle.deletedText(window, making, { result, entries: await window.own() });
  // If the outcome is unknown, the author may try again. Otherwise the author may restore the text from the list.
  if (isApiError(result) && result.outcome !== "none" && stage.random() < 0.5) await deleteOne(stage, window, id);
  else if (stage.random() < 0.7) await bringBackAny(stage, window, id);
}

/**
 * Restores a text, or else a folder, from the list of what was deleted on this computer. Everyone who shares the
 * journal sees this list.
 */
async function bringBackAny(stage: Stage, window: Window, id?: string): Promise<void> {
  const listed = await entriesOf(window);
  const gone = goneFrom(listed, []);
  const found =
    id === undefined
      ? gone.texts[stage.random() < stage.theme.newest ? 0 : below(stage.random, gone.texts.length)]
      : gone.texts.find(({ text }) => text.id === id);
  const copy = listed.find((entry) => entry.kind === "deleted" && entry.text === found?.text);
  if (copy?.kind === "deleted") await bringBack(stage, window, { copy });
  else if (gone.folders[0] !== undefined) await bringFolderBack(stage, window, { gone: gone.folders[0], listed });
}

async function bringBack(stage: Stage, window: Window, chosen: Chosen): Promise<void> {
  const { makingOracle } = stage;
  const journal: DiskJournal = {
    ...window.journal,
    async clear(id) {
      const entry = (await entriesOf(window)).find((each) => each.id === id);
      if (entry?.kind === "deleted") makingOracle.takesOff(window, entry, chosen);
      await window.journal.clear(id);
    },
  };
  const { result, making } = await at(window, {}, () =>
    bringBackText(chosen.copy.text, { ...portsOf(stage, window, chosen.copy.textId), journal }),
  );
  makingOracle.broughtBack(window, chosen, {
    result,
    making,
    entries: await entriesOf(window),
    kept: await journaled(stage, window.machine),
  });
}

function portsOf(stage: Stage, window: Window, former?: string): BringBackPorts {
  return {
    api: window.api,
    journal: window.journal,
    identity,
    adopt: () => undefined,
    create: (body) => create(stage, window, body, former === undefined ? {} : { former }),
  };
}

async function bringFolderBack(
  stage: Stage,
  window: Window,
  { gone, listed }: { readonly gone: GoneFolder; readonly listed: readonly Entry[] },
): Promise<void> {
  const { name, code, parentFolderId } = gone.folder;
  const wanted = { name, parentFolderId, ...(code === null || code === "" ? {} : { code }) };
  const journal: DiskJournal = {
    ...window.journal,
    async clear(id) {
      stage.makingOracle.tookOff(
        window,
        id,
        (await entriesOf(window)).find((entry) => entry.id === id),
      );
      await window.journal.clear(id);
    },
  };
  const { result, making } = await at(window, { folder: wanted }, () =>
    bringBackFolder(gone, { ...portsOf(stage, window), journal }),
  );
  stage.makingOracle.folderBack(window, gone.folder, {
    result,
    making,
    listed,
    entries: await entriesOf(window),
    kept: await journaled(stage, window.machine),
  });
}

async function tendFolders(stage: Stage, window: Window): Promise<void> {
  const { random, unique, makingOracle } = stage;
  const folders = makingOracle.folders();
  const kind = random();
  if (kind < 0.5 || folders.length === 0) {
    const tops = folders.filter(({ parentFolderId }) => parentFolderId === null);
    const name = folders.length > 0 && random() < 0.4 ? oneOf(random, folders).name : unique();
    const wanted: NewFolder = {
      name,
      parentFolderId: tops.length > 0 && random() < 0.4 ? oneOf(random, tops).id : null,
      ...(random() < 0.5 ? { code: `f-${unique()}` } : {}),
    };
    const { result, making } = await at(window, { folder: wanted }, () => createFolder(window.api, wanted));
    makingOracle.createdFolder(window, making, wanted, result);
    if (result.state === "created" && random() < 0.6) await changeFolder(stage, window, result.value.id);
    return;
  }
  const last = stage.theme.inFolders > 0.5 && random() < 0.6 ? folders.at(-1) : undefined;
  const folder = last ?? oneOf(random, folders);
  if (kind < 0.75) await changeFolder(stage, window, folder.id);
  else await removeFolder(stage, window, folder);
}

async function changeFolder(stage: Stage, window: Window, id: string): Promise<void> {
  const { random, unique, makingOracle, turns } = stage;
  const seen = makingOracle.folders().find((folder) => folder.id === id);
  if (seen === undefined) return;
  for (let idle = random() < 0.5 ? 0 : 4; idle > 0; idle -= 1) await turns.next(window);
  const change = random() < 0.5 ? { name: unique() } : { code: random() < 0.3 ? "" : `f-${unique()}` };
  const { result, making } = await at(window, { id, change }, () => updateFolder(window.api, seen, change));
  makingOracle.updatedFolder(window, making, result);
}

async function removeFolder(stage: Stage, window: Window, folder: Folder): Promise<void> {
  const { random, texts, oracle, makingOracle } = stage;
  for (const id of texts)
    if (oracle.now(id)?.folderId === folder.id && random() < 0.8) await deleteOne(stage, window, id);
  const ticket = grantTicket({
    connection: window.api.connection,
    operation: "textlibrary.folders.delete",
    receivers: [],
    path: { id: folder.id },
  });
  const { result, making } = await at(window, { id: folder.id }, () =>
    orError(deleteFolder(window.api, window.journal, { identity, connection: "sandbox", folder, ticket })),
  );
  makingOracle.deletedFolder(window, making, { result, entries: await window.own() });
  const listed = await entriesOf(window);
  const gone = goneFrom(listed, []).folders.find((each) => each.folder.id === folder.id);
  if (gone !== undefined && random() < 0.7) await bringFolderBack(stage, window, { gone, listed });
}

/** Resolves with the result of the work, or with the error of the service. */
async function orError<T>(work: Promise<T>): Promise<T | ApiError> {
  try {
    return await work;
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}
