import type { Refusal } from '../../shared/refusal.ts'

/** Error of a row; `refusal.field` names the column. */
export interface RowError {
  line: number
  refusal: Refusal
}

/** Valid row of a file as a body of the endpoint that creates an object. */
export interface RowBody<Body> {
  line: number
  body: Body
}
