/**
 * Document 1, Text Library: folders, search and texts. There is one library for all environments, so no row takes an
 * environment.
 */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Operation } from "../operation.ts";
import { answer, idText, openMap, required, textual, told } from "./schema.ts";

/**
 * These fields decide what a reference finds: a value of the wrong type is refused, not left out. Only `isDefault` is
 * left out if its type is wrong.
 */
const folder = answer({
  id: idText,
  name: z.string(),
  parentFolderId: textual.nullish(),
  isDefault: told(z.boolean()),
  code: textual.nullish(),
});

const translation = answer({ content: z.string(), source: z.number().nullish(), updatedAt: z.string().nullish() });

const textFields = {
  folderId: textual,
  code: textual,
  name: z.string().nullish(),
  description: z.string().nullish(),
  /** 0 plain, 1 rich, 2 HTML; other numbers are kept and shown, never coerced. */
  contentType: z.number(),
  isPublic: z.boolean().nullish(),
  defaultLanguage: z.string().nullish(),
  translations: openMap(translation).nullish(),
  createdDate: z.string().nullish(),
  updatedDate: z.string().nullish(),
};

/** A text is written back whole: a value of the wrong type is refused, not left out. */
const text = answer({ id: idText, ...textFields });

/**
 * The document does not say which fields a text has in a list: everything but the id may be missing, so a listed text
 * is never written back.
 */
const foundText = answer({
  id: idText,
  folderId: textual.optional().catch(undefined),
  code: textual.optional().catch(undefined),
  name: told(textual),
  description: told(textual),
  contentType: z.number().optional().catch(undefined),
  isPublic: told(z.boolean()),
  defaultLanguage: told(textual),
  translations: told(openMap(translation)),
  createdDate: told(textual),
  updatedDate: told(textual),
});

/** The answer to a create is not documented: only the id is needed. */
const created = answer({ id: idText });

const textRequest = z.looseObject({
  folderId: required,
  code: required,
  name: z.string().nullish(),
  description: z.string().nullish(),
  contentType: z.number().optional(),
  isPublic: z.boolean().optional(),
  defaultLanguage: z.string().nullish(),
  translations: openMap(z.looseObject({ content: z.string() })).optional(),
});

export const textLibraryOperations = {
  "textlibrary.folders.list": {
    get name() {
      return l10n.t("list the folders");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/textlibrary/folders",
    environment: "none",
    effect: "read",
    retry: "free",
    response: "json",
    schema: z.array(folder),
    section: "1, Endpoints, Text Library",
  },
  "textlibrary.folders.create": {
    get name() {
      return l10n.t("create the folder");
    },
    service: "forms",
    method: "POST",
    path: "/Integrations/textlibrary/folders",
    environment: "none",
    effect: "write",
    retry: "after-reading",
    request: z.looseObject({ name: required, parentFolderId: z.string().nullish(), code: z.string().nullish() }),
    response: "json",
    schema: created,
    section: "1, Endpoints, Text Library",
  },
  // A field that is left out keeps its value, unlike in a text. An empty code removes the code.
  "textlibrary.folders.update": {
    get name() {
      return l10n.t("change the folder");
    },
    service: "forms",
    method: "PUT",
    path: "/Integrations/textlibrary/folders/{id}",
    environment: "none",
    effect: "write",
    retry: "after-reading",
    request: z.looseObject({ name: required.optional(), code: z.string().nullish() }),
    response: "empty",
    section: "1, Endpoints, Text Library",
  },
  "textlibrary.folders.delete": {
    get name() {
      return l10n.t("delete the folder");
    },
    service: "forms",
    method: "DELETE",
    path: "/Integrations/textlibrary/folders/{id}",
    environment: "none",
    effect: "destroy",
    retry: "never",
    response: "empty",
    section: "1, Endpoints, Text Library",
  },
  "textlibrary.search": {
    get name() {
      return l10n.t("search the Text Library");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/textlibrary/search",
    environment: "none",
    effect: "read",
    retry: "free",
    query: z.strictObject({
      q: z.string().optional(),
      /** From 0. */
      page: z.int().min(0).optional(),
      pageSize: z.int().min(1).max(100).optional(),
      sortBy: z.enum(["code", "name", "description"]).optional(),
      descending: z.boolean().optional(),
    }),
    response: "json",
    schema: answer({
      texts: answer({
        items: z.array(foundText),
        page: z.number(),
        pageSize: z.number(),
        totalCount: z.number(),
        totalPages: z.number(),
      }),
      folders: z.array(folder),
    }),
    section: "1, Endpoints, Text Library",
  },
  "textlibrary.texts.get": {
    get name() {
      return l10n.t("read the text");
    },
    service: "forms",
    method: "GET",
    path: "/Integrations/textlibrary/texts/{id}",
    environment: "none",
    effect: "read",
    retry: "free",
    response: "json",
    schema: text,
    section: "1, Endpoints, Text Library",
  },
  "textlibrary.texts.create": {
    get name() {
      return l10n.t("create the text");
    },
    service: "forms",
    method: "POST",
    path: "/Integrations/textlibrary/texts",
    environment: "none",
    effect: "write",
    retry: "after-reading",
    request: textRequest,
    response: "json",
    schema: created,
    section: "1, Endpoints, Text Library",
  },
  // Fields that are left out are cleared; languages that are left out keep their content.
  "textlibrary.texts.update": {
    get name() {
      return l10n.t("save the text");
    },
    service: "forms",
    method: "PUT",
    path: "/Integrations/textlibrary/texts/{id}",
    environment: "none",
    effect: "write",
    retry: "after-reading",
    request: textRequest,
    response: "empty",
    section: "1, Endpoints, Text Library",
  },
  "textlibrary.texts.delete": {
    get name() {
      return l10n.t("delete the text");
    },
    service: "forms",
    method: "DELETE",
    path: "/Integrations/textlibrary/texts/{id}",
    environment: "none",
    effect: "destroy",
    retry: "never",
    response: "empty",
    section: "1, Endpoints, Text Library",
  },
} as const satisfies Record<string, Operation>;
