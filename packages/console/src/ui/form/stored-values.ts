import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'

/** Values of a form with the version of the object that they come from; undefined for a new object. */
interface Versioned {
  version_no?: number | undefined
}

/**
 * Shows what other users store in a form until something is typed. The values include the version, so that a change
 * based on an older one is refused. Returns a function that restores stored values.
 */
export function useStoredValues<V extends Versioned>(
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

/** Returns the version in the values of a form as a part of a request; absent for a new object. */
export const versionIn = ({ version_no }: Versioned): { version_no?: number } =>
  version_no === undefined ? {} : { version_no }

/**
 * Returns the version that the fields of a form come from which shows the newest object until something is typed: the
 * newest version until then, and the one of that moment afterwards.
 */
export function useDraftVersion<Version extends number | undefined>(
  newest: Version,
  isDirty: boolean,
): Version {
  const [version, setVersion] = useState(newest)
  if (isDirty || version === newest) return version
  setVersion(newest)
  return newest
}
