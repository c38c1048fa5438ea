/**
 * Lists Smartforms and their parts: the saved draft or, if the call names an environment, the version that is deployed
 * there.
 */
import type { Call, Handler } from "../base/call.ts";
import { environmentsOf, runningVersion, runningVersions } from "./smartform.ts";
import type { Version } from "./smartform.ts";

export const listActive: Handler = (call) => ({ json: active(call).map(summary) });

/**
 * The sandbox reads `integration` as the name of a process and `integrationobject` as a tag, and lists only the
 * Smartforms with this process and this tag.
 */
export const listActiveInDetail: Handler = (call) => {
  const { state, query } = call;
  const process = query.get("integration");
  const tag = query.get("integrationobject");
  const versions = active(call).filter(
    ({ content }) =>
      (!process || content.process?.toLowerCase() === process.toLowerCase()) && (!tag || content.tags.includes(tag)),
  );
  if (state.choice("N3") === "minimal")
    return { json: versions.map(({ id, content }) => ({ id, name: content.name })) };
  return {
    json: versions.map((version) => ({
      ...summary(version),
      folder: version.content.process ?? null,
      textLibraryFolder: version.content.textLibraryFolder ?? null,
      environments: environmentsOf(state, version.id),
      createdDate: "2026-01-12T08:00:00.000Z",
      updatedDate: "2026-03-02T14:30:00.000Z",
      archive: { enabled: false, folderId: null },
    })),
  };
};

export const readDefinition: Handler = (call) => {
  const version = running(call);
  const { id, content } = version;
  if (call.state.choice("N7") === "minimal") return { json: { id, name: content.name } };
  return {
    json: {
      ...summary(version),
      defaultLanguage: content.defaultLanguage ?? null,
      textLibraryFolder: content.textLibraryFolder ?? null,
      fields: content.fields,
      parties: parties(call, version),
      steps: content.steps,
      versionKey: version.versionKey,
      ...(call.state.choice("N7") === "full" && { pages: content.pages }),
    },
  };
};

export const listFields: Handler = (call) => ({ json: running(call).content.fields });

/** A list of phone numbers has one item per number, whose id and name are null (T43). */
export const listParties: Handler = (call) => ({ json: parties(call, running(call)) });

function active({ state, company, environment }: Call): readonly Version[] {
  return runningVersions(state, { company, environment }).filter(({ content }) => content.inactive !== true);
}

function running({ state, company, environment, path }: Call): Version {
  return runningVersion(state, { company, id: path["dialogDefinitionId"] ?? "", environment });
}

function parties({ company }: Call, { id, content }: Version) {
  return content.parties.map((party) => ({ ...party, companyId: company, dialogDefinitionId: id }));
}

function summary({ id, content }: Version) {
  return { id, name: content.name, process: content.process ?? null, tags: content.tags };
}
