import { useState } from 'react'
import { Card, Row, Stack } from '../src/ui/page/page.tsx'
import { StateBar } from '../src/ui/state/state-bar.tsx'
import { StateChip, type Tone, ToneChip } from '../src/ui/state/state-chip.tsx'
import { StateGlyph } from '../src/ui/state/state-glyph.tsx'
import { displayStates } from '../src/ui/state/state-names.ts'

const codes = [...displayStates, 'suspendedev', 'suspendedevse', 'disabled', 'deleted', 'created']
const tones: Tone[] = ['good', 'busy', 'warn', 'bad', 'calm']
const counts = {
  available: 370,
  preparing: 44,
  charging: 354,
  suspended: 56,
  finishing: 30,
  reserved: 9,
  unavailable: 13,
  faulted: 57,
  offline: 67,
}

export function StateParts() {
  const [chosen, choose] = useState<string[]>(['faulted', 'offline'])
  return (
    <Stack>
      <StateBar counts={counts} chosen={chosen} onChoose={choose} />
      <StateBar counts={null} chosen={[]} onChoose={() => {}} />
      <Card title="State chips">
        <Row>
          {codes.map((code) => (
            <StateChip key={code} state={code} />
          ))}
        </Row>
      </Card>
      <Card title="Glyphs alone: 12, 14, 20, 32 px">
        <Stack>
          {[12, 14, 20, 32].map((size) => (
            <Row key={size} gap={3}>
              {codes.slice(0, 9).map((code) => (
                <StateGlyph key={code} state={code} size={size} alone />
              ))}
              <StateGlyph state="disabled" size={size} alone />
              <StateGlyph state="deleted" size={size} alone />
            </Row>
          ))}
        </Stack>
      </Card>
      <Card title="Tones">
        <Row>
          {tones.map((tone) => (
            <ToneChip key={tone} tone={tone}>
              {tone}
            </ToneChip>
          ))}
        </Row>
      </Card>
    </Stack>
  )
}
