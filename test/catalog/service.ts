/**
 * A Text Library in memory that answers the calls of a live catalog. Its answers can vary where the documents leave the
 * service a choice.
 */
import { ApiError } from "../../api/index.ts";
import type { AnswerOf } from "../../api/index.ts";
import type { Call } from "../../catalog/index.ts";

export type ServiceText = AnswerOf<"textlibrary.texts.get">;

export interface Service {
  readonly call: Call;
  readonly folders: AnswerOf<"textlibrary.folders.list">[number][];
  readonly texts: Map<string, ServiceText>;
  /** The calls in order: each is an operation id, followed by the page, the text's id or the environment. */
  readonly calls: string[];
  /**
   * How much of a text's contents a list includes. "contents" includes all contents, but neither the default language
   * nor whether the text is public.
   */
  lists: "nothing" | "all languages but the last" | "contents" | "everything";
  /** Runs before a call is answered; if it throws, the error is the answer. */
  before: (call: string) => void | Promise<void>;
  definition: Record<string, unknown>;
  /** Environments that the Smartform is deployed to; in Production it has other fields and parties. */
  deployed: readonly string[];
}

export function service(texts: readonly ServiceText[]): Service {
  const answers: Record<
    string,
    (request: {
      readonly path?: Readonly<Record<string, string>>;
      readonly query?: { readonly page?: number; readonly pageSize?: number };
      readonly environment?: string;
    }) => unknown
  > = {
    "textlibrary.folders.list": () => [...it.folders],
    "textlibrary.search"({ query: { page = 0, pageSize = 10 } = {} }) {
      if (pageSize > 100)
        throw new ApiError("bad-request", "textlibrary.search", "none", "The page size is at most 100.", {
          status: 400,
        });
      const all = [...it.texts.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
      const items = all.slice(page * pageSize, (page + 1) * pageSize).map(listItem);
      return {
        texts: { items, page, pageSize, totalCount: all.length, totalPages: Math.ceil(all.length / pageSize) },
        folders: [],
      };
    },
    "textlibrary.texts.get"({ path = {} }) {
      const text = it.texts.get(path["id"] ?? "");
      if (!text)
        throw new ApiError("not-found", "textlibrary.texts.get", "none", "There is no such text.", { status: 404 });
      return structuredClone(text);
    },
    "forms.active": () => [{ id: "s1", name: "Employment", process: "hr", tags: ["new", 7] }],
    "forms.fields"({ environment }) {
      if (environment !== undefined && !it.deployed.includes(environment))
        throw new ApiError("not-found", "forms.fields", "none", "Not deployed.", { status: 404 });
      return [{ id: "e1", name: environment === "Production" ? "wage" : "salary", type: "number", unit: "SEK" }];
    },
    "forms.participatingParties": ({ environment }) =>
      environment === undefined
        ? [
            { id: null, name: null, defaultLanguage: "SV", phoneNumber: "+4670" },
            { id: null, name: null, phoneNumber: "+4671" },
          ]
        : [{ id: "p1", name: `Customer in ${environment}` }],
    "forms.definition": () => it.definition,
  };

  function listItem({ translations, ...item }: ServiceText): object {
    if (it.lists === "nothing") return item;
    if (it.lists === "contents") {
      const { defaultLanguage: _, isPublic: __, ...rest } = item;
      return { ...rest, translations };
    }
    const shown = Object.entries(translations ?? {}).slice(0, it.lists === "everything" ? undefined : -1);
    return { ...item, translations: Object.fromEntries(shown) };
  }

  const it: Service = {
    folders: [
      { id: "f1", name: "HR", parentFolderId: null, isDefault: true, code: "hr" },
      { id: "f2", name: "Letters", parentFolderId: "f1", isDefault: false, code: null },
    ],
    texts: new Map(texts.map((text) => [text.id, text])),
    calls: [],
    lists: "nothing",
    before: () => undefined,
    definition: {},
    deployed: [],
    async call(operation, request, { signal }) {
      signal?.throwIfAborted();
      const { path, query, environment } = request as {
        path?: Record<string, string>;
        query?: { page?: number };
        environment?: string;
      };
      const call = `${operation} ${query?.page ?? path?.["id"] ?? environment ?? ""}`.trim();
      it.calls.push(call);
      await it.before(call);
      return answers[operation]!({
        ...(path ? { path } : {}),
        ...(query ? { query } : {}),
        ...(environment ? { environment } : {}),
      }) as AnswerOf<typeof operation>;
    },
  };
  return it;
}

export function text(number: number, more: Partial<ServiceText> = {}): ServiceText {
  const code = `code.${String(number).padStart(6, "0")}`;
  return {
    id: `t${number}`,
    folderId: "f1",
    code,
    name: `Name ${number}`,
    description: "",
    contentType: 0,
    isPublic: false,
    defaultLanguage: "en",
    translations: {
      en: { content: `Hello ${number}`, source: 0 },
      sv: { content: `Hej ${number}`, source: 1, updatedAt: "2026-01-01T00:00:00Z" },
    },
    createdDate: "2026-01-01T00:00:00Z",
    updatedDate: "2026-01-01T00:00:00Z",
    ...more,
  };
}

export function texts(count: number): readonly ServiceText[] {
  return Array.from({ length: count }, (_, number) => text(number));
}
