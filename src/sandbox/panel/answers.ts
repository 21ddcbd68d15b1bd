/** The choices for answers of the emulated backend that the interface leaves open: in words where people practise with them. */
import { OPTIONS, type SandboxOptions } from '../backend/options.ts';
import { practiceStrings } from '../../ui/strings/practice.ts';

type Option = keyof SandboxOptions;

export interface AnswerChoice {
  readonly option: Option;
  /** Null where the option and its values are shown by their names. */
  readonly label: string | null;
  readonly choices: readonly { readonly value: SandboxOptions[Option]; readonly label: string }[];
}

/** These have controls of their own, or are for servers only. */
const ELSEWHERE: readonly Option[] = ['repeatAnswer', 'configList', 'controlFrom'];

const words: Partial<Record<Option, { readonly label: string; readonly choices: readonly string[] }>> =
  practiceStrings.answers;

export const ANSWER_CHOICES: readonly AnswerChoice[] = (Object.keys(OPTIONS) as Option[])
  .filter((option) => !ELSEWHERE.includes(option))
  .map((option) => {
    const { label = null, choices = [] } = words[option] ?? {};
    const values: readonly SandboxOptions[Option][] = OPTIONS[option];
    return { option, label, choices: values.map((value, at) => ({ value, label: choices[at] ?? String(value) })) };
  })
  // Those in words first.
  .sort((one, other) => Number(one.label === null) - Number(other.label === null));
