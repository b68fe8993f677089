import { useMemo } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { CodeBlock } from '../data/code-block.tsx'
import { type JsonObject, type JsonSchema, orderMembers } from './schema.ts'

/** Request as it will be sent, its members in the order of the schema; the id is assigned on sending. */
export function RequestPreview({
  action,
  schema,
  value,
  maxHeight,
}: {
  action: string
  schema: JsonSchema
  value: JsonObject
  maxHeight?: number
}) {
  const t = useTexts('commands')
  const frame = useMemo(
    () => [2, '…', action, isUntouched(value) ? {} : orderMembers(schema, schema, value)],
    [action, schema, value],
  )
  return <CodeBlock value={frame} label={t('request')} maxHeight={maxHeight} />
}

/** Returns true if the value contains only empty texts, which a form starts with. */
const isUntouched = (value: JsonObject): boolean => Object.values(value).every((member) => member === '')
