import { ClassSecurity } from '../security/class-security.tsx'
import type { ClassWhole } from './class-model.ts'

/** Rights on objects of the class. */
export const SecurityTab = ({ of }: { of: ClassWhole }) => <ClassSecurity classCode={of.class.code} />
