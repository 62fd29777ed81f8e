import type { Advice } from '../../advice/schema.ts';

/** The assistant's answer. */
export function AdviceCard({ advice }: { advice: Advice }) {
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
      {advice.missing.length > 0 && (
        <p className="text-sm text-mist">Tell me more and I can be more exact: {advice.missing.join(' ')}</p>
      )}
    </article>
  );
}
