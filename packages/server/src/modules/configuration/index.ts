// Configuration: the keys of a station as it last reported them, and the change of its own key by OCPP.
// Values of secret keys are never stored.
export { askOnBoot } from './ask-on-boot.ts'
export { configurationEffects } from './effects.ts'
