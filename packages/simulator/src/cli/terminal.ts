/** Where a command line says what it does, and what is wrong. */
export interface Terminal {
  print(line: string): void
  complain(line: string): void
}
