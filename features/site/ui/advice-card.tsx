import type { Answer } from '../advice/advice.schema.ts';

/** Who answered, in words. */
const WRITTEN_BY: Record<Answer['answered_by'], string> = {
  rules: 'Answered by our rules for builds: the same description always gets the same answer.',
  model: 'Our rules chose the build; a language model wrote the reasons and may be wrong.',
  rules_fallback: 'The language model did not answer, so our rules for builds did.',
  rules_limit: 'You asked the language model ten times this hour, so our rules for builds answered.',
};

/** The assistant's answer. */
export function AdviceCard({ advice }: { advice: Answer }) {
  return (
    <article className="advice">
      <h3 className="text-xl">{advice.title}</h3>
      <p className="text-mist">{advice.size}</p>
      <ul className="advice-bars">
        {advice.attributes.map((attribute) => (
          <li key={attribute.name}>
            <span className="font-semibold">{attribute.name}</span>
            <span className="advice-target">{attribute.target}</span>
            <span className="advice-track" aria-hidden="true">
              <span style={{ width: `${attribute.target}%` }} />
            </span>
            <span className="advice-why">{attribute.why}</span>
          </li>
        ))}
      </ul>
      <div className="prose">
        <ul>
          {advice.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
      <p className="text-sm text-mist">{WRITTEN_BY[advice.answered_by]}</p>
      {advice.missing.length > 0 && (
        <p className="text-sm text-mist">Tell me more and I can be more exact: {advice.missing.join(' ')}</p>
      )}
    </article>
  );
}
