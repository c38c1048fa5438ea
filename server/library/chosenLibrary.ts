/**
 * The library from which the server answers: the one that the initialization options name, or the one that the author
 * chooses in VS Code.
 */
import type { Connection } from "vscode-languageserver";
import { messageOf } from "../../language/index.ts";
import type { Client } from "../client.ts";
import { callThroughClient } from "./clientCall.ts";
import type { GuardLog } from "../guard.ts";
import { fileLibrary, identityOf, liveLibrary, noLibrary } from "./library.ts";
import type { Library, LibraryEvents, LiveLibraryOptions } from "./library.ts";
import type { Libraries } from "./meant.ts";
import { textNotification } from "../protocol.ts";
import type { CatalogIdentity, InitializationOptions, TextParams } from "../protocol.ts";

export interface ChosenLibraryOptions {
  readonly connection: Connection;
  readonly client: () => Client;
  /**
   * Connects to the service that the `SMARTFORM_*` variables name. Rejects with a message for the user if the variables
   * name no service.
   */
  readonly connect: () => Promise<Pick<LiveLibraryOptions, "identity" | "call" | "close">>;
  /** The folder for the cache of a catalog file, or of a service that the server itself reads. */
  readonly cacheFolder: string;
  readonly events: LibraryEvents;
  readonly log: GuardLog;
}

interface ChosenLibrary extends Libraries {
  /** Opens the library that the initialization options name. */
  openFirst(catalog: InitializationOptions["catalog"]): void;
  /** Opens the library of the connection that VS Code reports; with null, opens none. */
  follow(identity: CatalogIdentity | null): void;
  /** Takes a text that the service returned to the client. Texts are processed in the order of arrival. */
  take(params: TextParams): void;
  close(): Promise<void>;
}

export function createChosenLibrary({
  connection,
  client,
  connect,
  cacheFolder,
  events,
  log,
}: ChosenLibraryOptions): ChosenLibrary {
  let library = noLibrary();
  let switching: Promise<void> = Promise.resolve();
  let taking: Promise<void> = Promise.resolve();

  /** Closes the old library before it opens the next one. */
  function switchTo(open: () => Library | Promise<Library>): void {
    switching = switching
      .then(async () => {
        const old = library;
        library = noLibrary();
        await old[Symbol.asyncDispose]();
        library = await open();
      })
      .catch((error: unknown) => events.problem(messageOf(error)))
      .finally(() => events.changed(null));
  }

  function ofClient(identity: CatalogIdentity | null): Library {
    if (identity === null) return noLibrary();
    return liveLibrary(
      {
        identity: identityOf(identity),
        folder: identity.folder,
        call: callThroughClient(connection, identity),
        connection: identity.name,
        owner: identity.owner,
      },
      events,
    );
  }

  async function takeText({ owner, textId, text }: TextParams): Promise<void> {
    // A notification sent before a switch may arrive after it.
    await switching;
    if (owner !== library.owner) return;
    if (text === null) return library.live?.remove(textId);
    const read = (await import("./pushedText.ts")).readPushedText(text);
    if ("mistake" in read)
      log.problem(`${textNotification}: the text ${textId} is not shaped like one of the service: ${read.mistake}`);
    else library.live?.put(read);
  }

  return {
    library: () => library,
    switched: () => switching,
    openFirst(catalog) {
      if (catalog === undefined) return;
      switchTo(async () => {
        if ("client" in catalog) return ofClient(catalog.client);
        const isShown = client().showsDocuments;
        return "file" in catalog
          ? fileLibrary({ file: catalog.file, cacheFolder, isShown }, events)
          : liveLibrary({ ...(await connect()), folder: cacheFolder, isShown }, events);
      });
    },
    follow: (identity) => switchTo(() => ofClient(identity)),
    take(params) {
      taking = taking
        .then(() => takeText(params))
        .catch((error: unknown) => log.problem(`${textNotification}: ${String(error)}`));
    },
    close() {
      switchTo(noLibrary);
      return switching;
    },
  };
}
