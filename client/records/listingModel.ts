/**
 * What a request file makes stands among the test forms as what a command makes: marked, and listed before it leaves. A
 * form that is made together with its PDF comes without an id (document 1, "PDFs"), so that its mark is all that finds
 * it. Knows no `vscode`.
 */
import { environmentNamed, isObject } from "../../api/index.ts";
import type { AnyRequest } from "../../api/index.ts";
import { markerName } from "./formRequestModel.ts";
import type { TestForm, TestForms } from "./testForms.ts";

/** One form that is about to be made. */
export interface Listing {
  /** The same request with the mark in its external metadata. */
  readonly marked: <Asked extends AnyRequest>(request: Asked) => Asked;
  /** Before it leaves. */
  readonly sending: () => Promise<void>;
  /** The service answered, without an id. */
  readonly made: () => Promise<TestForm>;
  /** The service refused it, or it never left. */
  readonly refused: () => Promise<void>;
  /** Nobody knows; of one that was not written down before it was to leave, that it did not leave. */
  readonly lost: () => Promise<void>;
}

interface Place {
  readonly name: string;
  readonly identity: string;
  /** Of the request file, without its ending. */
  readonly title: string;
  readonly marker: string;
  readonly now: Date;
}

export function listingOf(
  forms: TestForms,
  request: AnyRequest,
  { name, identity, title, marker, now }: Place,
): Listing {
  const said = (key: string): string | null => {
    const value = isObject(request.body) ? request.body[key] : undefined;
    return typeof value === "string" && value !== "" ? value : null;
  };
  const form: TestForm = {
    marker,
    connection: name,
    identity,
    smartformId: said("dialogDefinitionId") ?? "",
    smartformName: title,
    environment: environmentNamed("pdf.createForm", request) ?? null,
    textLibraryFolder: said("textLibraryFolder"),
    at: now.toISOString(),
    state: "sending",
    formId: null,
  };
  /** What a disk refused half-way may stand in one of the two places where it is written. */
  let listed: "no" | "perhaps" | "yes" = "no";
  const settle = async (state: "made" | "unknown"): Promise<TestForm> => {
    const settled: TestForm = { ...form, state };
    await forms.put(settled);
    return settled;
  };
  return {
    marked: (request) =>
      isObject(request.body)
        ? {
            ...request,
            body: {
              ...request.body,
              externalMetaData: { ...asObject(request.body["externalMetaData"]), [markerName]: marker },
            },
          }
        : request,
    async sending() {
      listed = "perhaps";
      await forms.put(form);
      listed = "yes";
    },
    made: () => settle("made"),
    async refused() {
      if (listed !== "no") await forms.forget([marker]);
    },
    async lost() {
      if (listed === "yes") await settle("unknown");
      else if (listed === "perhaps") await forms.forget([marker]);
    },
  };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
