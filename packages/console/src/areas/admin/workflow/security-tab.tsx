import { ClassSecurity } from '../security/class-security.tsx'
import type { ClassModel } from './class-model.ts'

/** Rights on objects of the class. */
export const SecurityTab = ({ of }: { of: ClassModel }) => <ClassSecurity classCode={of.class.code} />
