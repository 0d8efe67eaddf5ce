export function isSlashCommand(text: string): boolean {
  return text.startsWith('/') && !text.includes('\n')
}
