import type { CommandEffect } from './modules/commands/index.ts'
import type { Module } from './modules/module.ts'
import type { Subject } from './modules/workflow/index.ts'

/** Contribution of a module, with what the workflow engine and the commands need of it. */
export interface Contribution extends Module {
  /** Objects that the workflow engine handles. */
  subjects?: readonly Subject[]
  /** Changes that answers to commands cause. */
  commandEffects?: readonly CommandEffect[]
}

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Returns the handlers of all modules; an endpoint or message without one is missing from the type. */
export const merge = <Part, Key extends 'handlers' | 'stationHandlers'>(modules: readonly Part[], key: Key) =>
  Object.assign({}, ...modules.map((module) => (module as Module)[key])) as Intersection<
    Part extends { [key in Key]: infer Handlers } ? Handlers : never
  >
