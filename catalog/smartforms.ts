/** Reads the Smartforms: the list of active ones, and the fields, parties and definition of each. */
import { isDeepStrictEqual } from "node:util";
import { definitionIn, environments, isApiError } from "../api/index.ts";
import type { AnswerOf, Definition, Environment } from "../api/index.ts";
import { absent, known, unknown } from "../language/index.ts";
import type { Answer, DeployedVersion, Field, Party, Smartform } from "../language/index.ts";
import type { Call } from "./call.ts";
import { parallel } from "./parallel.ts";

export async function readSmartforms(
  call: Call,
  options: { readonly signal?: AbortSignal },
): Promise<readonly Smartform[]> {
  const active = await call("forms.active", {}, options);
  return parallel(active, 4, async (listed) =>
    readSmartform(
      listed,
      await answered(call("forms.definition", { path: { dialogDefinitionId: listed.id } }, options)),
      call,
      options,
    ),
  );
}

/**
 * Reads a Smartform that is not listed. The answer is known if the Smartform has a definition, and absent if the
 * service answers 404. Rejects if the service could not be reached.
 */
export async function readUnlisted(
  id: string,
  call: Call,
  options: { readonly signal?: AbortSignal },
): Promise<Answer<Smartform>> {
  const definition = await answered(call("forms.definition", { path: { dialogDefinitionId: id } }, options), {
    missing: absent,
  });
  if (definition.state !== "known") return definition;
  return known(await readSmartform({ id, name: definition.value.name ?? id }, definition, call, options));
}

async function readSmartform(
  { id, name, process, tags }: Pick<AnswerOf<"forms.active">[number], "id" | "name" | "process" | "tags">,
  definition: Answer<AnswerOf<"forms.definition">>,
  call: Call,
  options: { readonly signal?: AbortSignal },
): Promise<Smartform> {
  const path = { dialogDefinitionId: id };
  const fields = map(await answered(call("forms.fields", { path }, options)), toFields);
  const parties = map(await answered(call("forms.participatingParties", { path }, options)), toParties);
  const versions = fields.state === "known" ? await deployedFields(id, call, options) : unknown;
  const deployed: DeployedVersion[] = [];
  for (const version of versions.state === "known" ? versions.value : []) {
    if (isDeepStrictEqual(known(version.fields), fields)) continue;
    deployed.push({
      ...version,
      parties: map(
        await answered(call("forms.participatingParties", { path, environment: version.environment }, options)),
        toParties,
      ),
    });
  }
  return {
    id,
    name,
    ...(process == null ? {} : { process }),
    tags: (tags ?? []).filter((tag) => typeof tag === "string"),
    fields,
    ...(deployed.length === 0 ? {} : { deployed }),
    parties,
    textLibraryFolder: said(definition, "textLibraryFolder"),
    defaultLanguage: said(definition, "defaultLanguage"),
    environments: map(versions, (all) => all.map(({ environment }) => environment)),
    steps: said(definition, "steps"),
    pages: said(definition, "pages"),
  };
}

function toFields(list: AnswerOf<"forms.fields">): readonly Field[] {
  return list.map(({ id, name, type }) => ({ id, name, type }));
}

function toParties(list: AnswerOf<"forms.participatingParties">): readonly Party[] {
  return list.map(({ id, name, defaultLanguage, phoneNumber }) => ({
    id: id ?? null,
    name: name ?? null,
    defaultLanguage: defaultLanguage?.toLowerCase() ?? null,
    ...(phoneNumber == null ? {} : { phoneNumber }),
  }));
}

interface VersionFields {
  readonly environment: Environment;
  readonly fields: readonly Field[];
}

/**
 * Returns the fields of each deployed version. No call lists the environments of a Smartform, so its fields are
 * requested for every environment: the service returns fields for exactly the environments that the Smartform is
 * deployed to (document 1, "Versioning"). Call this function only if the saved version is visible: otherwise a 404 says
 * nothing about an environment.
 */
async function deployedFields(
  dialogDefinitionId: string,
  call: Call,
  options: { readonly signal?: AbortSignal },
): Promise<Answer<readonly VersionFields[]>> {
  const found: VersionFields[] = [];
  for (const environment of environments) {
    const fields = await answered(call("forms.fields", { path: { dialogDefinitionId }, environment }, options), {
      missing: absent,
    });
    if (fields.state === "unknown") return unknown;
    if (fields.state === "known") found.push({ environment, fields: toFields(fields.value) });
  }
  return known(found);
}

/**
 * Returns unknown if a refusal concerns only this Smartform. An error that concerns every call ends the reading.
 * `missing` is the answer for a 404.
 */
async function answered<T>(
  answer: Promise<T>,
  { missing = unknown }: { readonly missing?: Answer<never> } = {},
): Promise<Answer<T>> {
  try {
    return known(await answer);
  } catch (error) {
    const one = ["bad-request", "forbidden", "not-implemented", "invalid-answer", "wrong-type", "server-error"];
    if (isApiError(error) && error.code === "not-found") return missing;
    if (isApiError(error) && one.includes(error.code)) return unknown;
    throw error;
  }
}

/** Returns unknown for what the definition leaves out, or has in another shape. */
function said<Name extends keyof Definition>(
  definition: Answer<unknown>,
  name: Name,
): Answer<NonNullable<Definition[Name]>> {
  const value = definition.state === "known" ? definitionIn(definition.value)[name] : undefined;
  return value === undefined ? unknown : known(value as NonNullable<Definition[Name]>);
}

function map<In, Out>(answer: Answer<In>, to: (value: In) => Out): Answer<Out> {
  return answer.state === "known" ? known(to(answer.value)) : answer;
}
