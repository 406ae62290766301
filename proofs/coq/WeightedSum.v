(* SPDX-License-Identifier: MIT *)
(* WeightedSum.v: the verdicts read as one binary number modulo p, in blocks (docs/GAMES.md, theorem 5),
   as src/core/weighted_sum.c computes it.

   What is proved: nimsum_weighted_sum_step, written with the machine's wrap-around at 64 bits, wraps
   nowhere; steps over blocks of any sizes from 1 to 64 give the contest's sum; so does the loop of
   nimsum_weighted_sum over packed words; WORD_WEIGHT is 2^64 mod p. *)
From Nimsum Require Import Xor.

Definition modulus : N := 1000000007.
Definition word_weight : N := 582344008.

(* f_1 * 2^(m-1) + f_2 * 2^(m-2) + ... + f_m, the contest's definition, earlier the modulus. *)
Fixpoint weighted (verdicts : list bool) : N :=
  match verdicts with
  | [] => 0
  | f :: rest => N.b2n f * 2 ^ N.of_nat (length rest) + weighted rest
  end.

(* What a machine of 64 bits keeps of a result. *)
Definition u64 (a : N) : N := a mod 2 ^ 64.

Definition step (sum word bits : N) : N :=
  let weight := if bits =? 64 then word_weight else u64 (N.shiftl 1 bits) mod modulus in
  let verdicts := N.shiftr word (64 - bits) in
  u64 (u64 (sum * weight) + verdicts mod modulus) mod modulus.

(* A word holds a block of verdicts in its top bits, the first one topmost; what the other bits are does
   not matter. *)
Definition holds (word : N) (block : list bool) : Prop :=
  word < 2 ^ 64 /\ N.shiftr word (64 - N.of_nat (length block)) = weighted block.

Theorem word_weight_right : word_weight = 2 ^ 64 mod modulus.
Proof. reflexivity. Qed.

Lemma weighted_app : forall a b,
  weighted (a ++ b) = weighted a * 2 ^ N.of_nat (length b) + weighted b.
Proof.
  induction a as [| f a IH]; intro b; simpl; [lia |].
  rewrite IH, app_length, Nat2N.inj_add, N.pow_add_r. lia.
Qed.

Lemma weight_right : forall bits, bits <= 64 ->
  (if bits =? 64 then word_weight else u64 (N.shiftl 1 bits) mod modulus) = 2 ^ bits mod modulus.
Proof.
  intros bits le. destruct (N.eqb_spec bits 64) as [-> | other]; [reflexivity |].
  rewrite N.shiftl_1_l. unfold u64. rewrite (N.mod_small (2 ^ bits)); [reflexivity |].
  apply N.pow_lt_mono_r; lia.
Qed.

(* No result of the step passes 64 bits: all factors are below p, which is below 2^30. *)
Theorem no_overflow : forall sum weight verdicts,
  sum < modulus -> weight < modulus -> sum * weight + verdicts mod modulus < 2 ^ 64.
Proof.
  intros sum weight verdicts s w.
  assert (sum * weight <= (modulus - 1) * (modulus - 1)) by (apply N.mul_le_mono; unfold modulus in *; lia).
  pose proof (N.mod_lt verdicts modulus ltac:(discriminate)).
  change ((modulus - 1) * (modulus - 1)) with 1000000012000000036 in *.
  unfold modulus in *. change (2 ^ 64) with 18446744073709551616. lia.
Qed.

(* One step appends a block. *)
Theorem step_appends : forall earlier word block,
  (1 <= length block <= 64)%nat -> holds word block ->
  step (weighted earlier mod modulus) word (N.of_nat (length block)) =
  weighted (earlier ++ block) mod modulus.
Proof.
  intros earlier word block size [fits top]. unfold step.
  rewrite top, weight_right, weighted_app by lia.
  set (s := weighted earlier). set (k := 2 ^ N.of_nat (length block)). set (v := weighted block).
  assert (p : modulus <> 0) by discriminate.
  pose proof (no_overflow (s mod modulus) (k mod modulus) v
                (N.mod_lt s _ p) (N.mod_lt k _ p)) as small.
  unfold u64. rewrite (N.mod_small (s mod modulus * (k mod modulus)))
    by (apply N.le_lt_trans with (2 := small), N.le_add_r).
  rewrite (N.mod_small (_ + _)) by exact small.
  rewrite N.add_mod_idemp_r by exact p. rewrite <- N.add_mod_idemp_l by exact p.
  rewrite <- N.mul_mod by exact p. now rewrite N.add_mod_idemp_l by exact p.
Qed.

(* Theorem 5, for blocks of any sizes, each with the word that holds it. *)
Theorem blocks_of_any_size : forall blocks : list (N * list bool),
  Forall (fun b => (1 <= length (snd b) <= 64)%nat /\ holds (fst b) (snd b)) blocks ->
  fold_left (fun sum b => step sum (fst b) (N.of_nat (length (snd b)))) blocks 0 =
  weighted (concat (map snd blocks)) mod modulus.
Proof.
  intros blocks good.
  assert (general : forall earlier,
    fold_left (fun sum b => step sum (fst b) (N.of_nat (length (snd b)))) blocks
      (weighted earlier mod modulus) = weighted (earlier ++ concat (map snd blocks)) mod modulus).
  { induction good as [| [word block] blocks [size h] _ IH]; intro earlier; simpl.
    - now rewrite app_nil_r.
    - simpl in *. rewrite step_appends by assumption. rewrite IH. now rewrite <- app_assoc. }
  exact (general []).
Qed.

(* Words as nimsum_range_verdicts packs them: 64 verdicts each, and the rest in the last. *)
Inductive packed : list N -> list bool -> Prop :=
| no_words : packed [] []
| last_word : forall word block, (1 <= length block < 64)%nat -> holds word block ->
    packed [word] block
| full_word : forall word block words rest, length block = 64%nat -> holds word block ->
    packed words rest -> packed (word :: words) (block ++ rest).

(* nimsum_weighted_sum: m / 64 whole words, then m % 64 verdicts of one more. *)
Fixpoint weighted_sum_from (sum : N) (words : list N) (m : nat) : N :=
  match words with
  | [] => sum
  | word :: rest =>
      if (m <? 64)%nat
      then if (m =? 0)%nat then sum else step sum word (N.of_nat m)
      else weighted_sum_from (step sum word 64) rest (m - 64)
  end.

Theorem weighted_sum_right : forall words verdicts, packed words verdicts ->
  weighted_sum_from 0 words (length verdicts) = weighted verdicts mod modulus.
Proof.
  intros words verdicts P.
  assert (general : forall earlier,
    weighted_sum_from (weighted earlier mod modulus) words (length verdicts) =
    weighted (earlier ++ verdicts) mod modulus).
  { induction P as [| word block size h | word block words rest size h P IH]; intro earlier.
    - simpl. now rewrite app_nil_r.
    - unfold weighted_sum_from. replace (length block <? 64)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
      replace (length block =? 0)%nat with false by (symmetry; apply Nat.eqb_neq; lia).
      apply step_appends; [lia | exact h].
    - cbn [weighted_sum_from]. rewrite app_length, size.
      replace (64 + length rest <? 64)%nat with false by (symmetry; apply Nat.ltb_ge; lia).
      replace (64 + length rest - 64)%nat with (length rest) by lia.
      pose proof (step_appends earlier word block ltac:(lia) h) as one. rewrite size in one.
      change (N.of_nat 64) with 64 in one. rewrite one, IH. now rewrite app_assoc. }
  exact (general []).
Qed.
