// What people read of the places where memories are.
import { texts } from './message.ts'

export const placesTexts = texts('places', {
  everywhere: ['in all projects', '适用于所有项目'],
  kept: ['kept by {title}', '{title} 自己的记忆'],
})
