/**
 * Reason for which the server cannot start and that the user can remove: wrong setting, taken port, full
 * disk. The message is one line, names the cause and the solution; it is printed without a stack.
 */
export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}
