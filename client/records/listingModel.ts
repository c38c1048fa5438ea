/**
 * Lists the form of a request file among the test forms. The request is marked, and the form is listed before the
 * request is sent, in the same way as for a form that a command makes. A form that is created together with its PDF
 * comes without an id (document 1, "PDFs"), so it can be found only by its marker. Does not import `vscode`.
 */
import { environmentNamed, isObject } from "../../api/index.ts";
import type { AnyRequest } from "../../api/index.ts";
import { markerName } from "./formRequestModel.ts";
import type { TestForm, TestForms } from "./testForms.ts";

/** A form that is about to be created. */
export interface Listing {
  /** Returns the same request with the marker in its external metadata. */
  readonly marked: <Asked extends AnyRequest>(request: Asked) => Asked;
  /** Call before the request is sent. */
  readonly sending: () => Promise<void>;
  /** Call when the service answered, without an id. */
  readonly made: () => Promise<TestForm>;
  /** Call when the service refused the request, or when the request was never sent. */
  readonly refused: () => Promise<void>;
  /**
   * Call when the outcome is unknown. If the form could not be listed, its request was never sent, and the form is
   * forgotten.
   */
  readonly lost: () => Promise<void>;
}

interface Place {
  readonly name: string;
  readonly identity: string;
  /** Name of the request file without its ending. */
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
  /**
   * Whether the test forms contain the form. `perhaps`: the write has not succeeded, and one of the two places where
   * forms are stored may already contain the form.
   */
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
