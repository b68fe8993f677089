import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, closed, errorMembers, Id, Int, Nullable, Num, Optional, Text } from './shapes.ts'
import { codeText } from './workflow-shapes.ts'

const subject = 'Workflow'

export const workflowPreview = endpoint({
  path: '/workflow/preview',
  subject,
  summary: 'Buttons of an object in each state of the class, and the groups that see them',
  may: 'admin',
  use: noClass,
  body: Type.Object({ class: codeText }, closed),
  answer: Type.Object({
    groups: Type.Array(Type.Object({ id: Id, code: Text, name: Text })),
    states: Type.Array(
      Type.Object({
        statecode: Text,
        label: Text,
        methods: Type.Array(
          Type.Object({
            code: Text,
            label: Text,
            actioncode: Text,
            /** State after the method; the current state if it does not change. */
            newstatecode: Text,
            /** Ids of the groups that see the button, and of those that can press it. */
            visible: Type.Array(Id),
            enabled: Type.Array(Id),
          }),
        ),
      }),
    ),
  }),
})

/** An effect of a script, and why it would be refused. */
const Effect = Type.Object({
  line: Nullable(Int),
  kind: Text,
  /** Text of the effect: the label, the tags, the method, the notice, the address. */
  text: Text,
  detail: Type.Unknown(),
  refusal: Nullable(Type.Object(errorMembers)),
})
export const workflowEventDryRun = endpoint({
  path: '/workflow/event/dry-run',
  subject,
  summary: 'Dry run of a script on an object; nothing is changed',
  may: 'admin',
  use: noClass,
  names: 'object',
  maxPerMinute: 120,
  body: Type.Object(
    {
      object: Id,
      script: Type.String({ minLength: 1, maxLength: 65_536 }),
      /** Code of the method that would run. Without one the script runs for an action without a transition. */
      method: Optional(codeText),
      params: Optional(Type.Record(Text, Type.Unknown())),
    },
    closed,
  ),
  answer: Type.Object({
    effects: Type.Array(Effect),
    log: Type.Array(Type.Object({ line: Nullable(Int), text: Text })),
    ms: Num,
    /** Why there are no effects; a member `error` would mean that the call itself failed. */
    failure: Nullable(Type.Object({ ...errorMembers, line: Nullable(Int), column: Nullable(Int) })),
    /** True if the method can be run in the state of the object. */
    possible: Bool,
  }),
})
