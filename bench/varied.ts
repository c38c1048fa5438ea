/**
 * Makes a library of varied texts, and varied letters: folders and codes of several styles, texts of all content types
 * in one to three languages, with data placeholders and references, and letters that name nearly as many different
 * texts as they have references. Each run makes the same library and letters. The library is written piece by piece, so
 * that it may have a million texts.
 */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const words =
  "the claim of your policy is paid within five working days after we have received all papers that belong to it and you may write or call us at any time if something in this letter is not clear because every case differs from another one in many ways".split(
    " ",
  );
const styles = ["claims", "policy", "letters", "Terms", "invoice"];
const languages = ["en", "sv", "de"];

/** Pseudo-random numbers from 0 to 1, the same each time (xorshift). */
function numbers(): () => number {
  let state = 12_345;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export interface Varied {
  readonly catalog: string;
  readonly letters: string;
  readonly data: string;
}

/** Writes a library of this many texts, and this many letters of about 10 KB. */
export async function writeVaried(
  folder: string,
  { texts, files }: { readonly texts: number; readonly files: number },
): Promise<Varied> {
  const next = numbers();
  const below = (end: number): number => Math.floor(next() * end);
  const say = (count: number): string => Array.from({ length: count }, () => words[below(words.length)]).join(" ");
  const perFolder = Math.max(20, Math.ceil(texts / 2500));
  const folderCode = (index: number): string => `${styles[index % styles.length]}-${index.toString(36)}`;
  const textCode = (index: number): string =>
    `${words[index % words.length]}-${(Math.imul(index, 2_654_435_761) >>> 0).toString(36)}-${index}`;
  const reference = (index: number, wrong = ""): string =>
    `[[ LIB : ${folderCode(Math.floor(index / perFolder))} : ${textCode(index)}${wrong} ]]`;

  function content(index: number, contentType: number): string {
    const later = index + 1 + below(Math.min(50, texts - index - 1));
    const parts = [
      say(2 + below(12)),
      ...(next() < 0.3 ? ["[[ customer.name ]]"] : []),
      ...(next() < 0.2 && later < texts ? [reference(later)] : []),
    ].join(" ");
    return contentType === 0 ? parts : `<p>${parts}</p>`;
  }

  const catalog = join(folder, `varied-${texts}.json`);
  const file = createWriteStream(catalog);
  const write = async (json: string): Promise<void> => {
    if (!file.write(json)) await once(file, "drain");
  };
  const folders = Array.from({ length: Math.ceil(texts / perFolder) }, (_, index) => ({
    id: `folder-${index}`,
    name: `Folder ${index}`,
    parentFolderId: null,
    isDefault: index === 0,
    code: folderCode(index),
  }));
  await write(`{"folders":${JSON.stringify(folders)},"texts":[`);
  for (let index = 0; index < texts; index++) {
    const contentType = next() < 0.8 ? 0 : 1 + below(2);
    const text = {
      id: `${(Math.imul(index, 2_654_435_761) >>> 0).toString(16)}-${index}`,
      folderId: `folder-${Math.floor(index / perFolder)}`,
      code: textCode(index),
      name: `Text ${index}`,
      contentType,
      defaultLanguage: "en",
      translations: Object.fromEntries(
        languages.slice(0, 1 + below(3)).map((language) => [language, { content: content(index, contentType) }]),
      ),
    };
    await write((index === 0 ? "" : ",") + JSON.stringify(text));
  }
  await write("]}");
  file.end();
  await once(file, "finish");

  const letters = join(folder, `varied-letters-${texts}`);
  await mkdir(letters);
  for (let each = 0; each < files; each++) {
    let letter = "";
    while (letter.length < 10_000) {
      const kind = next();
      if (kind < 0.35) letter += `${say(6)} ${reference(below(texts), next() < 0.01 ? "x" : "")} ${say(5)}.\n`;
      else if (kind < 0.45) letter += `${say(5)} [[ customer.name ]] ${say(4)}\n`;
      else if (kind < 0.5) letter += `[[ INPUT : question${below(50)} | type=text ]]\n`;
      else letter += `${say(15)}.\n`;
    }
    await writeFile(join(letters, `letter-${each}.sft`), letter);
  }
  const data = join(folder, "varied-data.json");
  await writeFile(data, JSON.stringify({ customer: { name: "Ann" } }));
  return { catalog, letters, data };
}
