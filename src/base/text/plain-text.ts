/** As it is read: blanks, quotation marks and case are not what was said. For looking a quotation up. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s"'`“”‘’「」『』«»*_]+/g, ' ')
    .trim()
}
