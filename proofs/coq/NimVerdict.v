(* SPDX-License-Identifier: MIT *)
(* NimVerdict.v: who wins Nim, and by which moves (docs/GAMES.md, theorems 2, 3 and 6).

   What is proved, from the rules in NimRules.v, for any number of heaps of any size, heaps of 0 and no
   heaps at all among them: the first player wins exactly where the rule says so; every position is won
   or lost, none both; a move wins exactly where its heap holds the rule's bit and goes to
   heap ^ change. *)
From Nimsum Require Export WinningRule.

Lemma decided : forall c p, (first_player (rule c p) = true -> wins c p) /\
                            (first_player (rule c p) = false -> loses c p).
Proof.
  intro c. apply by_moves. intros p IH. destruct (N.eq_dec (total p) 0) as [zero | some].
  - destruct (no_stones p zero) as [x k]. unfold rule, winning_rule. rewrite x, k.
    apply no_move_total in zero. destruct c; simpl; split; intro; try discriminate.
    + now apply normal_end.
    + now apply misere_end.
  - split; intro F.
    + destruct (rule_finds_a_move c p F some) as (b & h & a & -> & holds).
      pose proof (rule_move_is_legal c b h a F holds) as less.
      apply (good_move c _ (b ++ N.lxor h (change (rule c (b ++ h :: a))) :: a)).
      * now apply take.
      * apply IH; [now apply take |]. now apply (rule_after_move c b h).
    + apply bad_moves; [now rewrite no_move_total |]. intros q M. apply (IH q M).
      destruct (first_player (rule c q)) eqn:G; [reflexivity | exfalso].
      destruct M as [b h h' a less]. apply (rule_after_move c b h h' a less) in G.
      destruct G as [won _]. congruence.
Qed.

(* Theorems 2 and 3 in the form of the source. *)
Theorem nim_verdict : forall c p, wins c p <-> first_player (rule c p) = true.
Proof.
  intros c p. destruct (decided c p) as [W L]. split; [intro w | exact W].
  destruct (first_player (rule c p)); [reflexivity | exfalso].
  exact (not_won_and_lost c p w (L eq_refl)).
Qed.

Theorem nim_lost : forall c p, loses c p <-> first_player (rule c p) = false.
Proof.
  intros c p. destruct (decided c p) as [W L]. split; [intro l | exact L].
  destruct (first_player (rule c p)); [exfalso | reflexivity].
  exact (not_won_and_lost c p (W eq_refl) l).
Qed.

Theorem won_or_lost : forall c p, loses c p <-> ~ wins c p.
Proof.
  intros c p. rewrite nim_lost, nim_verdict. now destruct (first_player (rule c p)).
Qed.

(* Theorems 2 and 3 in words. *)
Theorem bouton : forall p, wins normal p <-> xor_sum p <> 0.
Proof.
  intro p. rewrite nim_verdict. unfold rule, winning_rule. simpl.
  destruct (N.eqb_spec (xor_sum p) 0); simpl; intuition discriminate.
Qed.

Theorem misere_verdict : forall p,
  wins misere p <-> if large_heaps p =? 0 then xor_sum p = 0 else xor_sum p <> 0.
Proof.
  intro p. rewrite nim_verdict. unfold rule, winning_rule. simpl.
  destruct (large_heaps p =? 0), (N.eqb_spec (xor_sum p) 0); simpl; intuition discriminate.
Qed.

(* Theorem 6: all winning moves. The position is won, and the move goes from a heap h that holds the
   bit to h ^ change; and each such h ^ change is less than h, so it is a move. *)
Theorem winning_moves : forall c before h h' after,
  let r := rule c (before ++ h :: after) in
  h' < h /\ loses c (before ++ h' :: after) <->
  first_player r = true /\ N.testbit h (bit r) = true /\ h' = N.lxor h (change r).
Proof.
  intros c before h h' after r. rewrite nim_lost. split.
  - intros [less lost]. now apply (rule_after_move c before h h' after less).
  - intros (won & holds & E).
    assert (less : h' < h) by (rewrite E; now apply rule_move_is_legal).
    split; [exact less |]. apply (rule_after_move c before h h' after less). now repeat split.
Qed.

(* A won position has a winning move, but for the one won without a stone. *)
Theorem some_move_wins : forall c p, wins c p -> total p <> 0 ->
  exists before h after, p = before ++ h :: after /\ N.testbit h (bit (rule c p)) = true.
Proof. intros c p W some. apply rule_finds_a_move; [now apply nim_verdict | exact some]. Qed.

(* The number of winning moves, as nimsum_position_decide counts them: heaps that hold the bit. *)
Fixpoint holders (i : N) (p : list N) : N :=
  match p with
  | [] => 0
  | h :: rest => (if N.testbit h i then 1 else 0) + holders i rest
  end.

Definition winning_move_count (c : convention) (p : list N) : N :=
  let r := rule c p in if first_player r then holders (bit r) p else 0.

Theorem no_stones_no_move : forall c p, total p = 0 -> winning_move_count c p = 0.
Proof.
  intros c p zero. unfold winning_move_count. destruct (first_player (rule c p)); [| reflexivity].
  generalize (bit (rule c p)). induction p as [| h p IH]; intro i; simpl in *; [reflexivity |].
  replace h with 0 by lia. rewrite N.bits_0, IH by lia. reflexivity.
Qed.
