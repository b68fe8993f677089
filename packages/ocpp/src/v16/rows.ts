import type { V16 } from '../generated/v16/types.ts'
import type { MessageRow } from '../message.ts'

/** The feature profiles of OCPP 1.6 that a station may or may not support; `security` is the whitepaper. */
export type Block16 =
  | 'core'
  | 'firmware'
  | 'local-list'
  | 'reservation'
  | 'smart-charging'
  | 'trigger'
  | 'security'

/** Rows of one feature profile; names missing in the schemas do not compile. */
export type Rows16<Block extends Block16 = Block16> = { readonly [Action in keyof V16]?: MessageRow<Block> }
