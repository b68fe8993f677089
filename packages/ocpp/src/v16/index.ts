// OCPP 1.6-J with its security whitepaper: message tables, types, validation and forms.
export type { V16 } from '../generated/v16/types.ts'
export { checkPayload16, orderMembers16 } from './check.ts'
export { loadCommandForm16, type CommandForm16 } from './command-form.ts'
export {
  commandDefaults16,
  commandOverlay16,
  overlayRules16,
  type FieldMeaning16,
  type FieldRule16,
} from './command-overlay.ts'
export { commands16, securityCommands16, type Command16, type CommandPurpose16 } from './commands.ts'
export {
  messages16,
  readAction16,
  stationActions16,
  systemActions16,
  type Action16,
  type StationAction16,
  type SystemAction16,
} from './messages.ts'
export { protocol16 } from './protocol.ts'
export type { Block16 } from './rows.ts'
export { sampleTerms16 } from './sample-terms.ts'
export { tolerate16, type Tolerated16 } from './tolerate.ts'
