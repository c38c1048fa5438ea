/**
 * Searches the Text Library (document 1, "Search query"): returns texts page by page, and all matching folders with
 * every page.
 */
import type { Handler } from "../base/call.ts";
import { booleanQuery, numberQuery } from "../base/read.ts";
import { Refusal } from "../base/refusal.ts";
import { folderJson, visibleFolders } from "./folders.ts";
import { textJson } from "./texts.ts";
import type { TextRow } from "./texts.ts";

const orders = ["code", "name", "description"] as const;

export const search: Handler = ({ state, company, query }) => {
  const wanted = (query.get("q") ?? "").toLowerCase();
  const askedPage = numberQuery(query, "page", 0);
  const askedSize = numberQuery(query, "pageSize", 10);
  const page = Math.max(askedPage, 0);
  const pageSize = Math.min(Math.max(askedSize, 1), 100);
  if (state.choice("N37") === "400" && (page !== askedPage || pageSize !== askedSize)) {
    throw new Refusal("bad-query", "page counts from 0, pageSize must be 1 to 100");
  }
  const order = orders.find((name) => name === (query.get("sortBy") || "code"));
  if (!order) throw new Refusal("bad-query", `sortBy must be one of ${orders.join(", ")}`);
  const direction = booleanQuery(query, "descending", false) ? "DESC" : "ASC";

  const matching =
    "FROM text WHERE company = ? AND folder NOT IN (SELECT id FROM folder WHERE private = 1)" +
    (wanted === "" ? "" : " AND instr(searchKey, ?) > 0");
  const values = wanted === "" ? [company] : [company, wanted];
  const totalCount = state.one<{ count: number }>(`SELECT count(*) AS count ${matching}`, ...values)?.count ?? 0;
  const rows = state.all<TextRow>(
    `SELECT * ${matching} ORDER BY ${order} ${direction}, id ${direction} LIMIT ? OFFSET ?`,
    ...values,
    pageSize,
    page * pageSize,
  );
  const translations = state.choice("T35") === "with translations";
  return {
    json: {
      texts: {
        items: rows.map((row) => textJson(state, row, { translations })),
        page,
        pageSize,
        totalCount,
        totalPages: Math.ceil(totalCount / pageSize),
      },
      folders: visibleFolders(state, company)
        .filter(({ name }) => name.toLowerCase().includes(wanted))
        .map(folderJson),
    },
  };
};
