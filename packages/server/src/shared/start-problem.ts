/**
 * A reason why the server cannot start that a person can remove: wrong setting, taken port, full disk.
 * The message is one line, names the thing and says what to do; it is shown without a stack.
 */
export class StartProblem extends Error {
  override readonly name = 'StartProblem'
}
