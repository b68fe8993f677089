import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent } from 'react'

/**
 * Shows what other users store in a form until something is typed. The values include the version, so that a change
 * based on an older one is refused. Returns a function that restores stored values.
 */
export function useStoredValues<V extends { version_no?: number | undefined }>(
  form: UseFormReturnType<V>,
  stored: V,
): (values?: V) => void {
  const restore = (values: V = stored): void => {
    form.setValues(values)
    form.resetDirty(values)
  }
  const { version_no: version } = stored
  const follow = useEffectEvent((newest: number | undefined) => {
    if (!form.isDirty() && form.values.version_no !== newest) restore()
  })
  useEffect(() => follow(version), [version])
  return restore
}
