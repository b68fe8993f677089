import { methodRun } from '@stationmaster/contract'
import { type AfterChange, useChange } from './use-change.ts'

type After = AfterChange<typeof methodRun>

/** Runs a method with parameters; refusals that name a parameter are shown at its field. */
export const useMethodChange = ({ form, ...after }: After & Required<Pick<After, 'form'>>) =>
  useChange(methodRun, {
    ...after,
    form: { setFieldError: (field, text) => form.setFieldError(field.replace(/^params\./, ''), text) },
  })
