import { useCustomLabels } from '../../lib/texts.ts'
import { ToneChip } from './state-chip.tsx'

const tones = { created: 'busy', enabled: 'good', disabled: 'warn', deleted: 'calm' } as const
type StateType = keyof typeof tones

interface ObjectStateProps {
  classCode: 'access_rule' | 'client' | 'site' | 'car'
  object: { statecode: string; statetypecode: string; statename: string }
  word: (state: StateType) => string
}

/** State of a client, site, car or access rule; one that an administrator added has the colour of its type. */
export function ObjectState({ classCode, object, word }: ObjectStateProps) {
  const given = useCustomLabels()
  const { statecode, statetypecode, statename } = object
  const type = (Object.keys(tones) as StateType[]).find((known) => known === statetypecode)
  const ours = type && type === statecode ? word(type) : statename
  return <ToneChip tone={type ? tones[type] : 'calm'}>{given(classCode, statecode) ?? ours}</ToneChip>
}
