/** Output and error output of a command line. */
export interface Terminal {
  print(line: string): void
  printError(line: string): void
}
