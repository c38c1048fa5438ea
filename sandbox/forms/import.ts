/**
 * Adds the Smartforms of a catalog file to a company. A Smartform takes the place of an existing one that has the same
 * id.
 */
import type { CatalogFile } from "../../api/index.ts";
import { readEnvironment } from "../base/environments.ts";
import { checkOwner } from "../base/owner.ts";
import { newId } from "../base/state.ts";
import type { State } from "../base/state.ts";
import { insertSmartform } from "./smartform.ts";
import type { SmartformContent } from "./smartform.ts";

export function importSmartforms(state: State, company: string, { smartforms = [] }: CatalogFile): void {
  for (const [index, smartform] of smartforms.entries()) {
    const at = `smartforms[${index}]`;
    checkOwner(state, { table: "smartform", company, id: smartform.id, at });
    const {
      fields = [],
      parties = [],
      steps = [],
      pages = [],
      environments = [],
      tags = [],
      process,
      textLibraryFolder,
      defaultLanguage,
    } = smartform;
    const content: SmartformContent = {
      name: smartform.name,
      tags,
      fields,
      steps,
      ...(smartform.active === false ? { inactive: true } : {}),
      ...(process === undefined ? {} : { process }),
      ...(textLibraryFolder === undefined ? {} : { textLibraryFolder }),
      ...(defaultLanguage === undefined ? {} : { defaultLanguage: defaultLanguage.toLowerCase() }),
      parties: parties.map(({ id, name, defaultLanguage: language }) => ({
        id,
        name,
        defaultLanguage: language ?? null,
      })),
      pages: pages.map(({ step, blocks }) => ({ ...(step === undefined ? {} : { step }), blocks })),
    };
    const deployed = environments.map((name, place) => {
      const environment = readEnvironment(name);
      if (!environment) throw new Error(`${at}.environments[${place}]: ${name} is not an environment.`);
      return [environment, { versionKey: newId(), content }] as const;
    });
    insertSmartform(state, company, { id: smartform.id, draft: content, deployed: new Map(deployed) });
  }
}
